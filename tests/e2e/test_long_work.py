"""Work that takes long: it has an end or is refused, says how far it is, and stops when asked to."""

import json
import re
import resource
import signal
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from table import CTRL_C, DUELLO, PATIENCE, environment, is_caught, limited, poll, processor_seconds, run, unsanitized

# Takes long on any machine, and little memory.
LONG = ["color-clash", "--set", "disks=5", "--set", "positions=19"]
SWEEP = ["lab", "color-clash", "--set", "disks=1..5", "--set", "positions=19", "--games", "5"]
# Far more sequences than can be walked in a test, and fewer than are refused.
COUNT = ["perft", "color-bridge", "11"]


def is_at_work(pid, number=signal.SIGINT):
    """Whether a signal can stop the work of the process, and some of that work is done."""
    return is_caught(pid, number) and processor_seconds(pid) > 0.4


def stopped(args, number, until=b""):
    """Runs `duello ARGS` on pipes, stops it once it is at work, or has printed this, and gives back what it said."""
    with subprocess.Popen([DUELLO, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as child:
        seen = b""
        while until and until not in seen:
            seen += child.stdout.read1(4096)
        poll(lambda: until or is_at_work(child.pid, number), "work")
        child.send_signal(number)
        out, err = child.communicate(timeout=PATIENCE)
        return (seen + out).decode(), err.decode(), child.returncode


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_a_solve(number):
    assert stopped(["solve", *LONG], number) == ("", "duello: The solve was stopped.\n", 128 + number)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_a_count_which_says_how_far_it_got(number):
    out, err, status = stopped(COUNT, number)
    assert (out, status) == ("", 128 + number)
    assert re.fullmatch(r"duello: Stopped while counting the sequences of \d+ moves; of \d+ moves there are \d+\.\n", err)


def test_a_count_that_would_take_days_is_refused_with_what_can_be_counted():
    refused = run("perft", "energy-capture", "3", "--set", "units=60", "--set", "nodes=15")
    assert (refused.status, refused.out) == (1, "")
    assert refused.err == (
        "duello: There are 2280012686716080 sequences of 1 move, and at most 1000000000 can be walked; "
        "take a depth of at most 1.\n"
    )


def test_a_count_beyond_the_end_of_the_game_is_nothing():
    assert run("perft", "capture-the-flag", "1000").out == "0\n"


def test_a_stopped_lab_prints_the_rows_it_has():
    out, err, status = stopped(SWEEP, signal.SIGINT, b"disks=2")
    assert [line.split()[0] for line in out.splitlines()[2:4]] == ["disks=1", "disks=2"]
    assert re.fullmatch(r"duello: Stopped after \d of 5 rows\.\n", err)
    assert status == 130


def test_a_stopped_lab_leaves_a_whole_document():
    out, _, status = stopped([*SWEEP, "--json"], signal.SIGTERM, b'"disks":2')
    assert [row["rules"]["disks"] for row in json.loads(out)["variants"]][:2] == [1, 2]
    assert status == 143


@unsanitized
def test_a_lab_leaves_out_what_does_not_fit_the_memory():
    ran = limited(resource.RLIMIT_DATA, 40_000_000, "lab", "color-bridge", "--set", "length=5..18", "--games", "1")
    assert ran.status == 1
    assert len(ran.out.splitlines()) >= 2 + 5
    assert "rows had to be left out; the first: color-bridge length=" in ran.err


def test_ranges_with_too_many_combinations_are_refused():
    ran = run("lab", "color-bridge", "--set", "length=1..1000", "--set", "run=1..1000")
    assert ran.err == "duello: The ranges have more than 10000 combinations; narrow 'run=1..1000'.\n"
    assert ran.status == 2


@unsanitized
@pytest.mark.parametrize("kind", [resource.RLIMIT_AS, resource.RLIMIT_DATA])
def test_a_solve_beyond_the_limits_of_the_process_is_refused_at_once(kind):
    ran = limited(kind, 300_000_000, "solve", "color-bridge", "--set", "length=21")
    assert (ran.status, ran.out) == (1, "")
    assert re.fullmatch(r"duello: color-bridge length=21 .* are free; the largest that fits is length=1\d\.\n", ran.err)


@unsanitized
def test_memory_that_runs_out_all_the_same_is_one_sentence():
    """What an equilibrium takes is not counted beforehand."""
    sentences = set()
    for megabytes in range(8, 200):
        ran = limited(resource.RLIMIT_AS, megabytes * 1_000_000, "solve", "energy-capture", "--set", "units=30")
        if ran.status == 127 or "shared librar" in ran.err:
            continue  # not even the program itself could be loaded
        if ran.status in (-6, -11) and not sentences:
            continue  # nor could it get as far as main; the loader itself falls where it has no memory for threads' data
        if ran.status == 0:
            break  # it is enough
        assert ran.status == 1, (megabytes, ran)
        sentences.add(ran.err)
    assert sentences == {"duello: The memory is not enough for that.\n"}


@pytest.mark.parametrize("units", [1, 15, 30, 60])
@pytest.mark.parametrize("nodes", [1, 5, 15])
def test_an_analysis_of_any_size_answers_or_is_refused(units, nodes):
    size = ["--set", f"units={units}", "--set", f"nodes={nodes}"]
    ran = run("analyze", "energy-capture", *size)
    assert ran.status == 0 or (ran.status == 1 and re.search(r"at most 4000 can be solved; .* can have \d+ units?\.$", ran.err))


# Where the screen is looked at afterwards, the signal comes without a key: for Ctrl-C the kernel drops the output that the
# terminal has not read yet.


@pytest.mark.parametrize("columns", [20, 40, 80, 120])
def test_progress_fits_the_terminal_and_is_gone_afterwards(sit, columns):
    session = sit("solve", *LONG, columns=columns)
    session.wait_for("million")
    assert [line for line in session.terminal.screen if line] == [session.terminal.screen[0]]
    session.signal(signal.SIGINT)
    assert session.end() == 130
    assert "".join(session.terminal.screen).replace(" ", "") == "duello:Thesolvewasstopped."


def test_progress_survives_a_resize(sit):
    session = sit("solve", *LONG, columns=120)
    session.wait_for("million")
    session.resize(24, 30)
    session.wait_for("million")
    assert len([line for line in session.terminal.screen if line]) == 1
    session.signal(signal.SIGINT)
    assert session.end() == 130
    assert "million" not in "".join(session.terminal.main_and_scrollback)


def test_a_lab_says_which_row_it_is_at(sit):
    session = sit(*SWEEP, columns=60)
    session.wait_for("Row 4 of 5, disks=4 positions=19")
    session.signal(signal.SIGINT)
    assert session.end() == 130
    assert not any("Row" in line for line in session.terminal.main_and_scrollback)
    assert any(line.startswith("disks=3") for line in session.terminal.main_and_scrollback)


ARENA = ["arena", "--game", "color-capture", "--players", "random,level:1,level:2,perfect", "--games", "1000000", "--no-record"]


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_the_live_table_fits_the_terminal_and_leaves_nothing_behind(sit, columns):
    session = sit(*ARENA, columns=columns)
    session.wait_for("Elo" if columns > 20 else "player")
    session.resize(24, columns // 2)
    session.wait_for("play")
    session.resize(24, columns)
    session.wait_for("player")
    assert len([line for line in session.terminal.screen if "player" in line]) == 1
    session.signal(signal.SIGINT)
    assert session.end() == 130
    shown = session.terminal.main_and_scrollback
    # Where there is little room, the last table has the numbers below the names, and no head.
    assert len([line for line in shown if line.startswith("     player" if columns == 80 else "  1  ")]) == 1


@pytest.mark.parametrize("args", [["solve", *LONG], ARENA, SWEEP])
def test_a_dumb_terminal_is_sent_no_sequences(sit, args):
    session = sit(*args, TERM="dumb")
    # By then another terminal has been shown how far it is.
    poll(lambda: processor_seconds(session.pid) > 1.5, "work")
    session.press(CTRL_C)
    assert session.end() == 130
    assert b"\x1b" not in session.terminal.raw


SVG = "{http://www.w3.org/2000/svg}"


def chart_of(tmp_path, *args):
    file = tmp_path / "chart.svg"
    ran = run("lab", *args, "--games", "10", "--svg", str(file))
    assert (ran.status, ran.err) == (0, "")
    return ElementTree.parse(file).getroot()


def test_a_chart_has_an_axis_and_a_verdict_for_each_row(tmp_path):
    svg = chart_of(tmp_path, "color-bridge", "--set", "length=2..6")
    texts = [text.text for text in svg.iter(SVG + "text")]
    for percent in (0, 25, 50, 75, 100):
        assert texts.count(f"{percent} %") >= 2
    assert "no forced win" in texts and "first player wins in 3" in texts
    assert not any(text.startswith("winner 0") for text in texts)
    dashed = [line for line in svg.iter(SVG + "line") if line.get("stroke-dasharray")]
    assert len(dashed) == 1, "the line at 50 %"


@pytest.mark.parametrize("args", [["color-bridge", "--set", "length=2..6"], ["color-capture", "--set", "tokens=5..9", "--set", "colors=2..3"], ["energy-capture", "--set", "units=1..3"]])
def test_nothing_in_a_chart_lies_over_anything_else_or_beyond_its_edge(tmp_path, args):
    svg = chart_of(tmp_path, *args)
    width, height = float(svg.get("width")), float(svg.get("height"))
    bars = [bar for bar in svg.iter(SVG + "rect") if float(bar.get("height")) == 11 and float(bar.get("y")) > 100]
    left = min(float(bar.get("x")) for bar in bars)
    right = max(float(bar.get("x")) + float(bar.get("width")) for bar in bars)
    for text in svg.iter(SVG + "text"):
        begin = float(text.get("x"))
        end = begin + 7.3 * len(text.text or "")
        assert 0 <= begin <= width and float(text.get("y")) <= height
        if text.get("text-anchor") != "middle" and "font-size" not in text.attrib:
            assert end <= width
            assert float(text.get("y")) < 100 or end <= left or begin >= right


def test_a_pipe_is_no_table(tmp_path):
    pipe = tmp_path / "pipe"
    subprocess.run(["mkfifo", pipe], check=True)
    ran = run("solve", "color-bridge", "--table", str(pipe))
    assert (ran.status, ran.out) == (1, "")
    assert "is not a regular file" in ran.err


def test_ctrl_c_stops_the_solve_behind_a_hint_and_not_the_game(sit):
    session = sit("play", *LONG).wait_for_prompt()
    session.press("hint\r")
    session.wait_for("million")
    session.press(CTRL_C)
    session.wait_for("The solve was stopped.").wait_for_prompt()
    session.press("quit\r")
    assert session.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_behind_a_hint_ends_the_program_as_ever(sit, number):
    session = sit("play", *LONG).wait_for_prompt()
    session.press("hint\r")
    session.wait_for("million")
    session.signal(number)
    assert session.end() == -number


def test_a_secret_page_is_gone_when_a_signal_comes_behind_a_hint(sit):
    session = sit("play", "energy-capture", "--set", "units=45").wait_for_prompt()
    session.enter("")
    session.press("hint\r")
    session.wait_for("Solving")
    session.signal(signal.SIGTERM)
    assert session.end() == -signal.SIGTERM
    assert not session.terminal.page_is_open
