"""The command line as a user starts it: a process of its own."""

import subprocess
import sys

import smoothtab


def smoothtab_command(*arguments):
    command = [sys.executable, "-c", "from smoothtab.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_version():
    done = smoothtab_command("--version")
    assert (done.returncode, done.stdout) == (0, f"smoothtab {smoothtab.__version__}\n")


def test_an_unknown_command_is_one_sentence_and_exit_code_2():
    done = smoothtab_command("compute")
    assert done.returncode == 2
    assert "No such command 'compute'" in done.stderr
    assert "Traceback" not in done.stderr
