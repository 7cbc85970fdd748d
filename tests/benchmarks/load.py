"""Tablets that send what they were given, one request after another, and time the answers.

A process of its own, so that it does not share the server's interpreter: it reads the work from
its standard input and writes status and seconds of every answer to its standard output.
"""

import json
import socket
import sys
import threading
import time
from typing import Any


def _answer(connection: socket.socket) -> tuple[int, bytes]:
    """Read one answer: its status and its body."""
    got = b""
    while b"\r\n\r\n" not in got:
        more = connection.recv(65536)
        if not more:
            raise ConnectionError
        got += more
    head, _, body = got.partition(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    length = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
    while len(body) < length:
        body += connection.recv(65536)
    return int(head.split()[1]), body


def _tablet(port: int, requests: list[str], gate: threading.Barrier, times: list[Any]) -> None:
    prepared = [request.encode() for request in requests]
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        gate.wait()
        for request in prepared:
            began = time.perf_counter()
            connection.sendall(request)
            status, _ = _answer(connection)
            times.append((status, time.perf_counter() - began))


def main() -> None:
    """Let every tablet send its requests at the same time as the others."""
    work = json.load(sys.stdin)
    gate = threading.Barrier(len(work["tablets"]) + 1)
    times: list[Any] = []
    threads = [
        threading.Thread(target=_tablet, args=(work["port"], requests, gate, times))
        for requests in work["tablets"]
    ]
    for thread in threads:
        thread.start()
    gate.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    json.dump({"seconds": time.perf_counter() - began, "answers": times}, sys.stdout)


if __name__ == "__main__":
    main()
