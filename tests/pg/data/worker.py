#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A worker as a web team writes one: it takes the lock that Latchboard takes, by the same name.

    worker.py psycopg|psycopg-no-reset|django CONNINFO NAME

Reads commands from standard input, a line each, and answers each with one line:
    try      pg_try_advisory_lock on a connection of the pool (psycopg) or the thread's own (django): acquired | busy
    record   writes latchboard.lock_attempt for what was taken
    unlock   rolls back, unlocks, checks the answer, gives the connection back: released | not held
    return   gives the connection back to the pool without unlocking: returned
    pid      the backend that holds the lock, or that would
"""
import hashlib
import sys

RECORD = """
insert into latchboard.lock_attempt (app, job, run_id, outcome, classid, objid, objsubid, pid, backend_start, taken_at)
select 'web', %(job)s, %(run)s, 'LOCK_ACQUIRED', (%(key)s::bigint >> 32) & 4294967295, %(key)s::bigint & 4294967295, 1,
       pid, backend_start, clock_timestamp()
from pg_stat_get_activity(pg_backend_pid())
"""
RECORD_END = """
update latchboard.lock_attempt set ended_at = clock_timestamp(), released_at = clock_timestamp(),
       release_outcome = %(outcome)s where run_id = %(run)s
"""


def key_of(name):
    """A BLAKE2b digest of 8 bytes, which is not the beginning of a longer one, as a signed bigint."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)


class Psycopg:
    """A pool of psycopg_pool. Its own reset is a rollback, which keeps session locks; `reset` runs after it."""

    def __init__(self, conninfo, resets):
        from psycopg_pool import ConnectionPool

        def unlock_all(connection):
            connection.execute("select pg_advisory_unlock_all()")
            connection.commit()

        self.pool = ConnectionPool(conninfo, min_size=1, max_size=1, reset=unlock_all if resets else None)
        self.connection = None

    def take(self):
        if self.connection is None:
            self.connection = self.pool.getconn(timeout=60)
        return self.connection

    def run(self, sql, parameters):
        cursor = self.take().execute(sql, parameters)
        row = cursor.fetchone() if cursor.description else None
        self.take().commit()  # the lock is the session's: it stays
        return row

    def rollback(self):
        self.take().rollback()

    def give_back(self):
        connection, self.connection = self.connection, None
        self.pool.putconn(connection)


class Django:
    """Django's connection of the thread, in autocommit as it is by default."""

    def __init__(self, conninfo):
        from django.conf import settings
        from psycopg2.extensions import parse_dsn

        dsn = parse_dsn(conninfo)
        settings.configure(DATABASES={"default": {
            "ENGINE": "django.db.backends.postgresql", "HOST": dsn["host"], "PORT": dsn["port"], "NAME": dsn["dbname"],
            "USER": dsn["user"], "PASSWORD": dsn["password"]}})
        from django.db import connection

        self.connection = connection

    def run(self, sql, parameters):
        with self.connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            return cursor.fetchone() if cursor.description else None

    def rollback(self):
        pass  # autocommit: nothing is open

    def give_back(self):
        self.connection.close()


def main():
    kind, conninfo, name = sys.argv[1:]
    worker = Django(conninfo) if kind == "django" else Psycopg(conninfo, kind == "psycopg")
    key, run = key_of(name), "python-run"
    recorded = False
    for line in sys.stdin:
        command = line.strip()
        if command == "try":
            taken = worker.run("select pg_try_advisory_lock(%(key)s)", {"key": key})[0]
            answer = "acquired" if taken else "busy"
        elif command == "record":
            worker.run(RECORD, {"job": name, "run": run, "key": key})
            recorded = True
            answer = "recorded"
        elif command == "unlock":
            worker.rollback()
            released = worker.run("select pg_advisory_unlock(%(key)s)", {"key": key})[0]
            if recorded:
                outcome = "released" if released else "LOCK_RELEASE_FAILED"
                worker.run(RECORD_END, {"run": run, "outcome": outcome})
            worker.give_back()
            answer = "released" if released else "not held"
        elif command == "return":
            worker.give_back()
            answer = "returned"
        elif command == "pid":
            answer = str(worker.run("select pg_backend_pid()", {})[0])
        else:
            answer = "unknown command"
        print(answer, flush=True)


main()
