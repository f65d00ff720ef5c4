"""Facts about the machine that the grid runs on: processor, memory, compiler, load, and CPU time of others."""
import os
import platform
import subprocess


def first_field(path, name):
    """Returns the first value of a name in a file of lines `name: value`."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                key, _, value = line.partition(":")
                if key.strip() == name:
                    return value.strip()
    except OSError:
        pass
    return ""


def system_name():
    """Returns the name of the operating system with its version."""
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    except OSError:
        return platform.system()


def facts():
    """Returns the machine's processor, cores, memory, architecture and operating system."""
    memory = first_field("/proc/meminfo", "MemTotal").split()
    return {
        "processor": first_field("/proc/cpuinfo", "model name") or platform.processor() or "unknown",
        "cores": os.cpu_count(),
        "memory_bytes": int(memory[0]) * 1024 if memory else 0,
        "architecture": platform.machine(),
        "system": system_name(),
        "kernel": platform.release(),
        "python": platform.python_version(),
    }


def output_of(command, folder=None):
    """Returns what a command prints, or an empty text when it fails."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def compiler():
    """Returns the first line of the Swift compiler's version."""
    lines = output_of(["swift", "--version"]).splitlines()
    return next((line for line in lines if "Swift version" in line), "unknown")


def summary():
    """Returns the machine and the compiler as a page names them."""
    found = facts()
    return {
        "machine": f"{os.cpu_count()} cores of an {found['processor']}, {found['system']}",
        "compiler": compiler().split(" (")[0],
    }


def commit(root):
    """Returns the short name of the commit, with a plus sign when files differ from it."""
    name = output_of(["git", "rev-parse", "--short=12", "HEAD"], root)
    changed = output_of(["git", "status", "--porcelain"], root)
    return f"{name}+" if name and changed else name or "unknown"


def load():
    """Returns the load average of the last minute."""
    return round(os.getloadavg()[0], 2)


class CPUAccount:
    """The CPU time of the machine and of this process with its children, from a start to an end.

    Children count only once they were waited for.
    """

    def __init__(self):
        self.machine = self.machine_ticks()
        self.own = self.own_seconds()

    @staticmethod
    def machine_ticks():
        """Returns busy, stolen and all ticks of all processors, or `None` if the system does not report them."""
        try:
            with open("/proc/stat") as file:
                fields = [int(field) for field in file.readline().split()[1:9]]
        except (OSError, ValueError):
            return None
        user, nice, system, idle, waiting, interrupts, soft_interrupts, stolen = fields
        busy = user + nice + system + interrupts + soft_interrupts
        return busy, stolen, busy + stolen + idle + waiting

    @staticmethod
    def own_seconds():
        times = os.times()
        return times.user + times.system + times.children_user + times.children_system

    def shares(self):
        """Returns the shares of all CPU time since the start: other processes', and the time the host took."""
        now = self.machine_ticks()
        if now is None or self.machine is None:
            return {}
        busy, stolen, ticks = (after - before for after, before in zip(now, self.machine))
        if ticks <= 0:
            return {}
        own = (self.own_seconds() - self.own) * os.sysconf("SC_CLK_TCK")
        return {
            "others_cpu_share": round(max(0.0, busy - own) / ticks, 4),
            "stolen_cpu_share": round(stolen / ticks, 4),
        }
