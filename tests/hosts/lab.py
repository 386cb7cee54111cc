"""Hosts on one machine: network namespaces on a hub in user space, which can delay and lose frames, and be unplugged.

Everything lives in namespaces of its own (user, network, mounts, processes) without a name: it ends with the test, however
that ends. The kernel's own netem is not needed, so it works where only namespaces are permitted."""
import ctypes
import fcntl
import heapq
import os
import random
import selectors
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

INSIDE = 'LOCKSTEP_TEST_LAB'


def enter():
    """Runs this script again inside fresh namespaces. Returns there; elsewhere ends with the script's result. A string: why
    it is not possible."""
    if INSIDE in os.environ:
        return None
    for tool in ('unshare', 'nsenter', 'ip'):
        if not (shutil.which(tool) or shutil.which(tool, path='/usr/sbin:/sbin')):
            return f'{tool} is not installed'
    own = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
    if os.geteuid() != 0:
        own[1:1] = ['--user', '--map-root-user']
    env = dict(os.environ, PATH=os.environ.get('PATH', '') + ':/usr/sbin:/sbin')
    probe = ['sh', '-c', 'ip link add end1 type veth peer name end2 && unshare --net true']
    if subprocess.run(own + probe, env=env, capture_output=True).returncode:
        return 'network namespaces and virtual cables are not permitted here'
    env[INSIDE] = '1'
    sys.exit(subprocess.run(own + [sys.executable] + sys.argv, env=env).returncode)


def run(*command):
    subprocess.run(command, check=True, capture_output=True)


def plain_frames(interface):
    """No offloading: each frame on the hub is one that a cable could carry, with its checksum."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        for command in (0x17, 0x1f, 0x24, 0x2c):  # ETHTOOL_STXCSUM, STSO, SGSO, SGRO
            value = ctypes.create_string_buffer(struct.pack('II', command, 0))
            try:
                fcntl.ioctl(s, 0x8946, struct.pack('16sP', interface.encode(), ctypes.addressof(value)))
            except OSError:
                pass


class Host:
    def __init__(self, lab, number):
        self.number = number
        self.address = f'10.83.0.{number + 1}'
        self.processes = []
        self.holder = subprocess.Popen(['unshare', '--net', '--uts', 'sh', '-c',
                                        f'hostname host{number}; echo; exec sleep 1000'], stdout=subprocess.PIPE)
        self.holder.stdout.read(1)
        self.port = f'port{number}'
        run('ip', 'link', 'add', self.port, 'type', 'veth', 'peer', 'name', 'inside')
        run('ip', 'link', 'set', 'inside', 'netns', str(self.holder.pid))
        run('ip', 'link', 'set', self.port, 'up')
        self.enter = ['nsenter', '-t', str(self.holder.pid), '-n', '-u']
        for command in ('link set inside name eth0', f'addr add {self.address}/24 dev eth0',
                        f'-6 addr add fd83::{number + 1}/64 dev eth0 nodad', 'link set eth0 up', 'link set lo up'):
            run(*self.enter, 'ip', *command.split())
        run(*self.enter, sys.executable, '-c', f'import sys; sys.path.insert(0, {os.path.dirname(__file__)!r}); '
            'import lab; lab.plain_frames("eth0")')
        self.is_plugged = True
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
        self.socket.bind((self.port, 0))
        self.socket.setblocking(False)

    def start(self, program, arguments, env):
        """A process; process.read() gives what it has printed so far."""
        with tempfile.NamedTemporaryFile() as output:
            process = subprocess.Popen(self.enter + [program] + arguments, env=env, stdout=output,
                                       stderr=subprocess.STDOUT)
            log = open(output.name, errors='replace')
        process.read = lambda: (log.seek(0), log.read())[1]
        self.processes.append(process)
        return process


class Lab:
    """Hosts, and the hub between them."""

    def __init__(self, hosts, delay=0.0, loss=0.0, seed=1):
        self.hosts = [Host(self, i) for i in range(hosts)]
        self.delay, self.loss, self.random = delay, loss, random.Random(seed)
        self.lost = self.carried = 0
        self.is_open = True
        self.thread = threading.Thread(target=self.carry, daemon=True)
        self.thread.start()

    def carry(self):
        selector = selectors.DefaultSelector()
        for host in self.hosts:
            selector.register(host.socket, selectors.EVENT_READ, host)
        waiting, order = [], 0
        while self.is_open:
            timeout = 0.05
            if waiting:
                timeout = max(0.0, min(timeout, waiting[0][0] - time.monotonic()))
            for key, _ in selector.select(timeout):
                for _ in range(64):
                    try:
                        frame, where = key.fileobj.recvfrom(65536)
                    except (BlockingIOError, OSError):
                        break
                    if where[2] == socket.PACKET_OUTGOING or not key.data.is_plugged:
                        continue
                    if self.random.random() < self.loss:
                        self.lost += 1
                        continue
                    order += 1
                    heapq.heappush(waiting, (time.monotonic() + self.delay, order, key.data.number, frame))
            while waiting and waiting[0][0] <= time.monotonic():
                _, _, source, frame = heapq.heappop(waiting)
                self.carried += 1
                for host in self.hosts:
                    if host.number != source and host.is_plugged:
                        try:
                            host.socket.send(frame)
                        except OSError:
                            self.lost += 1

    def close(self):
        for host in self.hosts:
            for process in host.processes:
                process.kill()
                process.wait()
            host.holder.kill()
            host.holder.wait()
        self.is_open = False
        self.thread.join()
        for host in self.hosts:
            host.socket.close()
            subprocess.run(['ip', 'link', 'del', host.port], capture_output=True)
