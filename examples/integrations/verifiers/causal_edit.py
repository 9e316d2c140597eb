"""A taskset that verifiers finds by the name of this module: `vf-eval causal_edit --env.taskset.path cobe.json`."""

from benchmarks import EditTaskset

__all__ = ["EditTaskset"]
