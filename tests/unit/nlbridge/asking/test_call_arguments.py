"""What an argument of the command line names."""

import os
import threading

from nlbridge.asking.arguments import content


def test_a_pipe_that_has_a_name_is_read_as_a_file(tmp_path):
    pipe = tmp_path / "edit"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("The pump held.",))
    writer.start()
    assert content(str(pipe)) == "The pump held."
    writer.join()
