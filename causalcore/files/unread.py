"""How a message describes a file that could not be read."""

from __future__ import annotations


def why_unread(failed: Exception) -> str:
    r"""Return why a file has no readable text, and what to try.

    Examples
    --------
    >>> why_unread(FileNotFoundError(2, "No such file or directory", "graph.dag"))
    'No such file or directory; check the path'
    >>> try:
    ...     b"caf\xe9".decode()
    ... except UnicodeDecodeError as failed:
    ...     print(why_unread(failed))
    byte 0xe9 at offset 3, which is not UTF-8; convert the file
    """
    if isinstance(failed, UnicodeDecodeError):
        return (
            f"byte 0x{failed.object[failed.start]:02x} at offset {failed.start}, which is not UTF-8; convert the file"
        )
    if isinstance(failed, OSError) and failed.strerror:
        return f"{failed.strerror}; check the path"
    return f"{' '.join(str(failed).split())}; check the file"
