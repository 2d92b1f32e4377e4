"""Real tables where they are at hand, and a web server that plays the sources."""

import hashlib
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest

SHARED = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_tables():
    """The folder of the benchmark's tables."""
    if not (SHARED / "pol.parquet").exists():
        pytest.skip("the benchmark's tables are not beside this checkout (../shared/data)")
    return SHARED


@pytest.fixture(scope="session")
def raw_molecules(shared_tables):
    """The folder of the files from which MoleculeNet's tables were made."""
    if not (shared_tables / "raw" / "qm7.csv").exists():
        pytest.skip(f"no raw MoleculeNet files in {shared_tables}")
    return shared_tables / "raw"


class WebSource(ThreadingHTTPServer):
    """Serves `pages`, a dict of path to content; `fault` spoils every answer."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.pages, self.fault, self.ended = {}, None, threading.Event()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        page = self.server.pages.get(self.path)
        fault = self.server.fault
        if fault == "slow":
            self.server.ended.wait(60)
            return
        if fault == "missing" or page is None:
            self.send_error(404)
            return
        content = os.urandom(len(page)) if fault == "garbage" else page
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", f'"{hashlib.sha256(page).hexdigest()}"')  # Hugging Face
        self.send_header("X-Repo-Commit", "0" * 40)  # Hugging Face
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content[: len(content) // 2] if fault == "cut" else content)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


@pytest.fixture
def source(monkeypatch):
    """A web source without pages yet; the libraries do not pause before they try again."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    no_pause = SimpleNamespace(sleep=lambda seconds: None)
    monkeypatch.setattr("sklearn.datasets._openml.time", no_pause)
    monkeypatch.setattr("sklearn.datasets._base.time", no_pause)
    monkeypatch.setattr("huggingface_hub.file_download.time", no_pause)
    monkeypatch.setattr("huggingface_hub.utils._http.time", no_pause)
    server = WebSource()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.ended.set()
    server.shutdown()
    thread.join()
    server.server_close()
