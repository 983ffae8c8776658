"""The page in processes of their own, as `akroscan serve` runs it, with the quick reader of the samples."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.webapp.sample_reader import SAMPLES

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[1]
SERVE = """
import json, sys
from pathlib import Path
from webapp.server import run
from webapp.settings import Settings
options = json.loads(sys.argv[1])
options["data_dir"] = Path(options["data_dir"])
options["samples_dir"] = Path(options["samples_dir"])
run(Settings(**options), "127.0.0.1", int(sys.argv[2]))
"""


@dataclass
class Server:
    """The page in a process of its own, as `akroscan serve` runs it."""

    process: subprocess.Popen[bytes]
    url: str

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(60)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


StartServer = Callable[..., Server]


@contextlib.contextmanager
def running_servers() -> Iterator[StartServer]:
    servers: list[Server] = []

    def start(data_dir: Path, *, port: int | None = None, stage_s: float = 0.02, **options: object) -> Server:
        port = port or free_port()
        options = {
            "data_dir": str(data_dir),
            "samples_dir": str(SAMPLES),
            "reader": "sample_reader:read_photo",
            "scan_workers": 1,
            **options,
        }
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(REPOSITORY), str(HERE))),
            "AKROSCAN_TEST_STAGE_S": str(stage_s),
        }
        command = [sys.executable, "-c", SERVE, json.dumps(options), str(port)]
        process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
        server = Server(process, f"http://127.0.0.1:{port}")
        servers.append(server)
        wait_until(lambda: _is_up(server), "the server did not start", process, limit_s=180)
        return server

    try:
        yield start
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.kill()
            server.process.stderr.close()


def _is_up(server: Server) -> bool:
    try:
        with urllib.request.urlopen(f"{server.url}/healthz", timeout=2) as answer:
            return answer.status == 200
    except OSError:
        return False


def wait_until(
    is_done: Callable[[], bool], complaint: str, process: subprocess.Popen[bytes] | None = None, limit_s: float = 180
) -> None:
    deadline = time.monotonic() + limit_s
    while time.monotonic() < deadline:
        if is_done():
            return
        if process is not None and process.poll() is not None:
            raise AssertionError(f"{complaint}: {process.stderr.read().decode()}")
        time.sleep(0.05)
    raise AssertionError(complaint)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
