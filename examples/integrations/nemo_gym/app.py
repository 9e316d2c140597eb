"""The resource server that NeMo Gym starts: copy this folder to `resources_servers/causal_edit`."""

from benchmarks import EditResourcesServer

if __name__ == "__main__":
    EditResourcesServer.run_webserver()
