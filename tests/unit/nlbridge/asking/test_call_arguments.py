"""What an argument of the command line names."""

import os
import threading

import pytest

from nlbridge.asking.arguments import content
from nlbridge.errors import UnreadableTextError


def test_a_pipe_that_has_a_name_is_read_as_a_file(tmp_path):
    pipe = tmp_path / "edit"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("The pump held.",))
    writer.start()
    assert content(str(pipe)) == "The pump held."
    writer.join()


@pytest.mark.parametrize(
    ("data", "offset"), [(b"\xef\xbb\xbfThe pump failed. \xff\n", 20), (b"The pump failed. \xff\n", 17), (b"\xff", 0)]
)
def test_a_bad_byte_is_named_with_its_place_in_the_file(tmp_path, data, offset):
    (tmp_path / "bb.txt").write_bytes(data)
    with pytest.raises(UnreadableTextError, match=f"got byte 0xff at offset {offset}; convert it"):
        content(str(tmp_path / "bb.txt"))


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    (tmp_path / "bb.txt").write_bytes(b"\xef\xbb\xbfThe pump failed.")
    assert content(str(tmp_path / "bb.txt")) == "The pump failed."
