"""Runs one command and reports its wall time, CPU time and peak memory.

usage: python3 -I -S command_clock.py REPORT-DESCRIPTOR COMMAND [ARGUMENT...]

The kernel counts the memory of the process that starts a command into the command's peak. This program is
therefore small: it imports almost nothing. It writes its own peak next to the command's, because a command
that needed less cannot be measured. The report is one line of JSON, written to the descriptor.
"""
import os
import sys
import time


def own_peak():
    """The peak memory of this process in bytes."""
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def main():
    descriptor = int(sys.argv[1])
    command = sys.argv[2:]
    os.set_inheritable(descriptor, False)
    begin = time.monotonic_ns()
    process = os.posix_spawn(command[0], command, os.environ)
    _, status, usage = os.wait4(process, 0)
    wall = (time.monotonic_ns() - begin) / 1e6
    # After the command, since starting it takes memory too.
    floor = own_peak()
    cpu = (usage.ru_utime + usage.ru_stime) * 1e3
    report = (
        f'{{"exit": {os.waitstatus_to_exitcode(status)}, "wall_milliseconds": {wall}, "cpu_milliseconds": {cpu},'
        f' "peak_bytes": {usage.ru_maxrss * 1024}, "floor_bytes": {floor}}}\n'
    )
    os.write(descriptor, report.encode())


main()
