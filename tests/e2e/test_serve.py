"""The server as whoever runs it meets it: its options, its signals, what it tells and what it keeps to itself."""

import contextlib
import http.client
import json
import os
import re
import shlex
import signal
import socket
import ssl
import subprocess
import urllib.error
import urllib.request

import pytest
from table import DUELLO, GAMES, PATIENCE, ROOT, environment, run

ASK = {"Connection": "close"}


class Server:
    """`duello serve ARGS` on a port of its own."""

    def __init__(self, *args, **env):
        listen = [] if "--listen" in args or "DUELLO_SERVE_LISTEN" in env or "--config" in args else ["--listen", "127.0.0.1:0"]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "bufsize": 0}
        self.process = subprocess.Popen([DUELLO, "serve", *listen, *args], env=environment(**env), **pipes)
        self.told = []
        self.address = ""
        while not self.address:
            line = self.process.stderr.readline().decode()
            assert line, f"the server did not start: {self.told}"
            self.told.append(json.loads(line))
            if self.told[-1]["event"] == "listening":
                self.address = self.told[-1]["address"]
        self.port = int(re.search(r":(\d+)/$", self.address)[1])

    def get(self, path, method="GET", body=None, **headers):
        request = urllib.request.Request(self.address + path, data=body, method=method, headers={**ASK, **headers})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers

    def end(self, number=signal.SIGTERM):
        """The status and all that was told."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        assert out == b""
        self.told += [json.loads(line) for line in err.decode().splitlines()]
        return self.process.returncode

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()


@pytest.fixture
def serve(tmp_path):
    servers = []

    def start(*args, **env):
        servers.append(Server(*args, **{"XDG_STATE_HOME": str(tmp_path / f"state{len(servers)}"), **env}))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def upgraded(server):
    wire = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    wire.sendall(
        b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += wire.recv(1)
    assert head.startswith(b"HTTP/1.1 101 ")
    return wire


def certificate(folder, *names):
    """Options that make a server use a new RSA key, with which TLS 1.2 could do without forward secrecy."""
    words = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test", "-addext", "subjectAltName=" + ",".join(f"DNS:{name}" for name in names)]
    subprocess.run(["openssl", "req", *words, "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True)
    return ["--tls-cert", str(folder / "cert.pem"), "--tls-key", str(folder / "key.pem")]


def test_tls_has_forward_secrecy_or_is_not_spoken(serve, tmp_path):
    server = serve(*certificate(tmp_path, "duello.example"))

    def agreed(*options):
        words = ["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", *options]
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        found = re.search(r"(TLSv1\.\d), Cipher is ([\w-]+)", done.stdout)
        return found[1] + " " + found[2] if found and done.returncode == 0 else None

    weak = "@SECLEVEL=0"
    for suite in "AES128-GCM-SHA256", "AES256-SHA256", "AES128-SHA", "ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA384", "DHE-RSA-AES128-SHA256", "ADH-AES128-GCM-SHA256":
        assert agreed("-tls1_2", "-cipher", suite + weak) is None, suite
    for suite in "ECDHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES256-GCM-SHA384", "ECDHE-RSA-CHACHA20-POLY1305":
        assert agreed("-tls1_2", "-cipher", suite) == f"TLSv1.2 {suite}"
    assert agreed().startswith("TLSv1.3 TLS_")
    assert agreed("-tls1_1", "-cipher", "ALL" + weak) is None


def test_the_names_in_a_certificate_are_names_of_the_server(serve, tmp_path):
    server = serve(*certificate(tmp_path, "duello.example", "*.duello.example"))
    open_to_all = ssl._create_unverified_context()
    hosts = {"duello.example": 200, "www.Duello.example:443": 200, "127.0.0.1": 200, "evil.example": 403, "duello.example.evil.example": 403}
    for host, status in hosts.items():
        wire = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=PATIENCE, context=open_to_all)
        wire.request("GET", "/healthz", headers={"Host": host})
        assert wire.getresponse().status == status, host
        wire.close()


WRONG = {
    "--listen frob": ["127.0.0.1:8080", "'frob'"],
    "--listen 127.0.0.1": ["'127.0.0.1'"],
    "--listen ::1:80": ["[::1]:8080"],
    "--listen 127.0.0.1:99999": ["'127.0.0.1:99999'"],
    "--store frob": ["--store must be sqlite:FILE"],
    "--store sqlite:": ["--store must be"],
    "--base-url duello.example": ["--base-url", "https://duello.example", "'duello.example'"],
    "--base-url https://duello.example/folder": ["--base-url"],
    "--tls-cert x": ["both tls-cert and tls-key"],
    "--tls-key x": ["both tls-cert and tls-key"],
    "--site /nonexistent": ["'/nonexistent' cannot be read: No such file or directory"],
    f"--site {shlex.quote(str(ROOT / 'docs'))}": ["docs' holds no page, as there is no index.html in it; make site builds one"],
    "--trust-proxy frob": ["10.0.0.0/8", "'frob'"],
    "--trust-proxy 10.0.0.0/33": ["'10.0.0.0/33'"],
    "--metrics-to x": ["'x'"],
    "--log-level loud": ["--log-level must be debug, info, warning or error, not 'loud'"],
    "--limit-connections 0": ["--limit-connections", "1 to", "'0'"],
    "--limit-tables many": ["--limit-tables", "'many'"],
    "--config /nonexistent": ["'/nonexistent' cannot be read"],
    "--frob": ["duello serve does not take '--frob'"],
}


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_option_is_refused_in_one_sentence(line):
    ran = run("serve", *shlex.split(line))
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(r"duello: [^\n]*[^\n.]\.\n", ran.err), ran.err
    assert [part for part in WRONG[line] if part not in ran.err] == []


def test_a_store_may_hold_a_password_and_is_never_repeated():
    ran = run("serve", "--store", "mysql://user:secret@host")
    assert ran.status == 2 and "secret" not in ran.err


def test_a_wrong_certificate_and_a_taken_port_are_said_in_one_sentence(serve, tmp_path):
    pem = tmp_path / "x.pem"
    ran = run("serve", "--listen", "127.0.0.1:0", "--tls-cert", str(pem), "--tls-key", str(pem))
    assert (ran.status, ran.err) == (1, f"duello: '{pem}' cannot be read: No such file or directory.\n")
    pem.write_text("frob")
    ran = run("serve", "--listen", "127.0.0.1:0", "--tls-cert", str(pem), "--tls-key", str(pem))
    assert (ran.status, ran.err) == (1, f"duello: '{pem}' holds no certificate in PEM form.\n")
    server = serve()
    ran = run("serve", "--listen", f"127.0.0.1:{server.port}", XDG_STATE_HOME=str(tmp_path / "other"))
    assert (ran.status, ran.err) == (1, f"duello: Nobody can listen at 127.0.0.1:{server.port}: Address already in use.\n")


CONFIG = {
    "frob = 1": "Line 1 sets 'frob', which is none of listen, store",
    "\n# all is well\nlisten": "Line 3 is not like key = value",
    "= 3": "Line 1 is not like key = value",
    "limit-tables = x": "Line 1: 'limit-tables' must be a whole number",
    "site = a\nsite = b": "Line 2 sets 'site' again, as line 1 does",
    "config = other": "Line 1 sets 'config'",
    "site = \x1b[31m": "Line 1 holds characters that cannot be shown",
    "site =": "Line 1: 'site' must not be empty",
}


@pytest.mark.parametrize("text", CONFIG)
def test_a_wrong_line_of_a_file_is_named_by_its_number(text, tmp_path):
    file = tmp_path / "serve.conf"
    file.write_text(text)
    ran = run("serve", "--config", str(file))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"duello: '{file}': {CONFIG[text]}"), ran.err


def test_the_command_line_counts_before_the_environment_and_that_before_the_file(serve, tmp_path):
    file = tmp_path / "serve.conf"
    file.write_text("# where\nlisten = 127.0.0.3:0\nlisten = 127.0.0.4:0\nlog-level = info\n")
    assert "//127.0.0.3:" in serve("--config", str(file)).address
    assert "//127.0.0.2:" in serve("--config", str(file), DUELLO_SERVE_LISTEN="127.0.0.2:0 127.0.0.5:0").address
    both = {"DUELLO_SERVE_LISTEN": "127.0.0.2:0", "DUELLO_SERVE_CONFIG": str(file)}
    assert "//127.0.0.1:" in serve("--listen", "127.0.0.1:0", **both).address
    ran = run("serve", DUELLO_SERVE_LIMIT_TABLES="x")
    assert ran.status == 2 and "DUELLO_SERVE_LIMIT_TABLES must be" in ran.err


def test_two_do_not_share_a_file(serve, tmp_path):
    store = f"sqlite:{tmp_path}/tables"
    serve("--store", store)
    ran = run("serve", "--listen", "127.0.0.1:0", "--store", store)
    assert (ran.status, ran.out) == (1, "")
    assert re.fullmatch(r"duello: [^\n]*[^\n.]\.\n", ran.err), ran.err


def said(wire, message):
    """Says something over a WebSocket and hears what comes next."""
    mask = b"\0\0\0\0"
    text = json.dumps(message).encode()
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    wire.sendall(b"\x81" + size + mask + text)
    head = wire.recv(2, socket.MSG_WAITALL)
    length = head[1] if head[1] < 126 else int.from_bytes(wire.recv(2 if head[1] == 126 else 8, socket.MSG_WAITALL), "big")
    return json.loads(wire.recv(length, socket.MSG_WAITALL))


def test_a_table_outlives_the_server(serve, tmp_path):
    store = f"sqlite:{tmp_path}/tables"
    server = serve("--store", store)
    status, body, _ = server.get("api/tables", "POST", json.dumps({"game": GAMES[0], "players": ["human", "random"]}).encode())
    assert status == 201, body
    made = json.loads(body)
    with upgraded(server) as wire:
        entered = said(wire, {"enter": made["table"], "token": made["token"]})
        assert (entered["table"], entered["seat"], entered["state"]) == (made["table"], 1, "playing")
    assert server.end() == 0
    assert made["token"] not in json.dumps(server.told)
    server = serve("--store", store)
    assert json.loads(server.get(f"api/tables/{made['table']}")[1])["table"] == made["table"]
    with upgraded(server) as wire:
        assert said(wire, {"enter": made["table"], "token": made["token"]})["seat"] == 1
    unknown = server.get("api/tables/AAAAAAAAAAAAAAAA")
    assert unknown[0] == 404 and unknown[:2] == server.get("api/tables/x")[:2]


def test_it_listens_at_several_addresses(serve):
    server = serve("--listen", "127.0.0.1:0", "--listen", "127.0.0.2:0")
    assert server.get("healthz")[0] == 200
    assert server.end() == 0
    addresses = [told["address"] for told in server.told if told["event"] == "listening"]
    assert len(addresses) == 2 and "127.0.0.2" in addresses[1]


def test_it_serves_the_page_of_a_folder_and_nothing_else(serve, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("<p>here")
    (site / "link").symlink_to("/etc/passwd")
    (tmp_path / "secret").write_text("secret")
    server = serve("--site", str(site))
    status, body, headers = server.get("")
    assert (status, body, headers["Content-Type"]) == (200, "<p>here", "text/html; charset=utf-8")
    for path in ["../secret", "%2e%2e/secret", "..%2fsecret", "link", "frob"]:
        assert server.get(path)[0] == 404, path
    (site / "index.html").write_text("changed")
    assert server.get("")[1] == "<p>here"


def test_it_says_where_there_is_no_page(serve):
    status, body, _ = serve().get("")
    assert status == 200 and body.endswith("its interface is below /api.\n")


def test_every_figure_is_explained(serve):
    text = (ROOT / "docs" / "running.md").read_text()
    explained = {name for line in re.findall(r"(?m)^\| (`[^|]*)\|", text) for name in re.findall(r"`([\w…]+)", line)}
    figures = set(re.findall(r"(?m)^(\w+)", serve().get("metrics")[1]))
    assert len(figures) > 10
    assert {figure for figure in figures if not any(figure.endswith(name.lstrip("…")) for name in explained)} == set()


def test_figures_are_for_this_machine_unless_others_are_named(serve):
    status, body, _ = serve().get("metrics")
    assert status == 200 and re.search(r"^duello_connections 1$", body, re.M)
    assert all(re.fullmatch(r'# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{reason="[a-z ]+"\})? [0-9.]+', line) for line in body.splitlines())
    assert serve("--metrics-to", "10.0.0.0/8").get("metrics")[0] == 403


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_in_good_order(serve, number):
    server = serve()
    wire = upgraded(server)
    server.process.send_signal(number)
    told = b""
    with contextlib.suppress(ConnectionError):
        while piece := wire.recv(4096):
            told += piece
            if b"\x03\xe9The server is being stopped" in told:  # 1001: it goes away
                wire.close()
                break
    assert b"\x03\xe9The server is being stopped" in told
    _, err = server.process.communicate(timeout=PATIENCE)
    assert server.process.returncode == 0
    assert [json.loads(line)["event"] for line in err.decode().splitlines()] == ["stopping", "stopped"]


def test_a_second_signal_ends_it_at_once(serve):
    server = serve()
    wire = upgraded(server)  # and never says goodbye
    server.process.send_signal(signal.SIGTERM)
    while json.loads(server.process.stderr.readline())["event"] != "stopping":
        pass
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(PATIENCE) == 128 + signal.SIGTERM  # and not in good order, with 0
    wire.close()


def test_it_tells_nothing_of_what_it_was_asked(serve):
    server = serve("--log-level", "debug")
    server.get("api/tables/secret-table?token=secret", Authorization="Bearer secret")
    server.get("api/tables", "POST", b'{"secret":1}')
    server.get("secret?secret")
    with socket.create_connection(("127.0.0.1", server.port)) as wire:
        wire.sendall(b"secret\r\n\r\n")
        wire.recv(1000)
    assert server.end() == 0
    assert "secret" not in json.dumps(server.told)


def test_it_survives_a_certificate_that_cannot_be_read_again(serve, tmp_path):
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        + ["-subj", "/CN=localhost", "-keyout", str(key), "-out", str(cert)],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    server = serve("--tls-cert", str(cert), "--tls-key", str(key))
    assert server.address.startswith("https://")
    os.remove(cert)
    server.process.send_signal(signal.SIGHUP)
    told = json.loads(server.process.stderr.readline())
    assert (told["level"], told["event"]) == ("warning", "certificate kept")
    assert server.end() == 0
