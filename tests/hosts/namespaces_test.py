#!/usr/bin/env python3
"""Jobs over two and three hosts: network namespaces with delay and loss; hosts that die, are stuck, lose their cable.

usage: namespaces_test.py RANK_PROGRAM CPU_PLUGIN; prints TAP."""
import os
import re
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import lab  # noqa: E402

PROGRAM, PLUGIN = sys.argv[1:3]
PORT = 29500
SOON_S = 2.5  # one second, on a machine that has other things to do


class Job:
    """A job of `processes` processes with `threads` ranks on each host; uneven: host 0 has one process more."""

    def __init__(self, hosts, arguments, processes=1, threads=1, master=None, is_uneven=False, **env):
        counts = [processes + (is_uneven and h.number == 0) for h in hosts]
        self.processes = []
        rank = 0
        for host, count in zip(hosts, counts):
            for local in range(count):
                self.processes.append(host.start(PROGRAM, arguments, dict(
                    os.environ, RANK=str(rank), WORLD_SIZE=str(sum(counts)), LOCAL_RANK=str(local),
                    LOCAL_WORLD_SIZE=str(count), MASTER_ADDR=master or hosts[0].address, MASTER_PORT=str(PORT),
                    LOCKSTEP_NUM_RANKS=str(count * threads), LOCKSTEP_CPU_DEVICES=str(count * threads),
                    LOCKSTEP_CPU_PLUGIN=PLUGIN, LOCKSTEP_LOG='info', **env)))
                rank += 1

    def outputs(self, timeout=60):
        """What each process printed until it ended."""
        end = time.monotonic() + timeout
        for process in self.processes:
            process.wait(timeout=max(0.1, end - time.monotonic()))
        return [process.read() for process in self.processes]

    def failures(self, count, timeout=45):
        """(when, after, status, message) of the ranks that fail, in order, once so many have. Who hosts the store may stay
        longer, for others to read from it."""
        end = time.monotonic() + timeout
        pattern = r'^failed at ([\d.]+) after ([\d.]+) s: (\w+): (.*)$'
        while True:
            outputs = [process.read() for process in self.processes]
            found = [m for output in outputs for m in re.findall(pattern, output, re.M)]
            if len(found) == count:
                for process in self.processes:
                    process.kill()
                return [(float(m[0]), float(m[1]), m[2], m[3]) for m in found]
            expect(time.monotonic() < end, f'{len(found)} of {count} ranks noticed', *outputs)
            time.sleep(0.02)


def expect(condition, *what):
    if not condition:
        raise AssertionError('\n'.join(str(w) for w in what))


def all_ok(outputs, ranks):
    lines = [line for output in outputs for line in output.split('\n') if line.startswith('ok')]
    expect(len(lines) == ranks, f'{len(lines)} of {ranks} ranks are well', *outputs)
    return lines


def wait_for(path, timeout=30):
    end = time.monotonic() + timeout
    while not os.path.exists(path) or not os.path.getsize(path):
        expect(time.monotonic() < end, f'{path} does not appear')
        time.sleep(0.01)


# --- What works ---------------------------------------------------------------------------------------------


def test_two_hosts_collect(folder):
    with_lab(2, lambda l: all_ok(Job(l.hosts, ['collect'], processes=2).outputs(), 4))


def test_three_hosts_of_threads_over_a_slow_bad_line(folder):
    def body(l):
        all_ok(Job(l.hosts, ['collect'], threads=2, TIMEOUT_MS='50000').outputs(), 6)
        expect(l.lost > 0, 'nothing was lost')
    with_lab(3, body, delay=0.002, loss=0.01)


def test_hosts_with_different_numbers_of_processes(folder):
    with_lab(2, lambda l: all_ok(Job(l.hosts, ['collect'], is_uneven=True).outputs(), 3))


def test_ipv6(folder):
    def body(l):
        outputs = Job(l.hosts, ['collect'], master='fd83::1').outputs()
        all_ok(outputs, 2)
        expect('TCP from [fd83::1]' in outputs[0], 'the interface is not shown', outputs[0])
    with_lab(2, body)


def test_training_keeps_parameters_equal(folder):
    def body(l):
        lines = all_ok(Job(l.hosts, ['train'], threads=2).outputs(), 4)
        expect(len(set(lines)) == 1, 'parameters differ', *lines)
    with_lab(2, body, delay=0.0005)


def test_interface_is_chosen_and_shown_once(folder):
    def body(l):
        outputs = Job(l.hosts, ['collect']).outputs()
        all_ok(outputs, 2)
        for output, host in zip(outputs, l.hosts):
            expect(output.count(f'TCP from {host.address}') == 1 and '(eth0)' in output, output)
        outputs = Job(l.hosts, ['collect'], NCCL_SOCKET_IFNAME='eth').outputs()
        all_ok(outputs, 2)
        outputs = Job(l.hosts, ['collect'], LOCKSTEP_SOCKET_IFNAME='eth7', TIMEOUT_MS='3000').outputs()
        expect(all('LOCKSTEP_SOCKET_IFNAME="eth7" names no network interface' in o and 'eth0' in o for o in outputs), *outputs)
    with_lab(2, body)


def test_loopback_interface_is_refused_with_advice(folder):
    def body(l):
        outputs = Job(l.hosts, ['collect'], GLOO_SOCKET_IFNAME='lo', TIMEOUT_MS='5000').outputs()
        expect(all('loopback' in o and 'LOCKSTEP_SOCKET_IFNAME' in o and 'host host' in o for o in outputs), *outputs)
    with_lab(2, body)


# --- What goes wrong ----------------------------------------------------------------------------------------


def test_killed_process_is_noticed_within_a_second(folder):
    for victim in (3, 2):  # a rank that is not, and one that is, the first of its host
        def body(l):
            died = os.path.join(folder, f'died{victim}')
            found = Job(l.hosts, ['die', died, str(victim)], processes=2).failures(3)
            time_of_death = float(open(died).read())
            for when, _, status, message in found:
                expect(when - time_of_death < SOON_S, f'noticed after {when - time_of_death:.3f} s: {message}')
                expect(status == 'UNAVAILABLE' and f'rank {victim} (pid' in message and 'on host1' in message, status, message)
        with_lab(2, body, delay=0.001)


def test_stuck_rank_is_named_at_the_deadline(folder):
    for victim in (3, 2):
        def body(l):
            found = Job(l.hosts, ['stick', str(victim)], processes=2, TIMEOUT_MS='2000').failures(3)
            for _, after, status, message in found:
                expect(2 <= after < 2 + 2 * SOON_S, f'after {after} s: {message}')
                expect(status == 'DEADLINE_EXCEEDED' and f'rank {victim} (pid' in message and 'all_reduce #' in message, status,
                       message)
        with_lab(2, body)


def test_pulled_cable_is_noticed(folder):
    """At the link's timeout where that is shorter than the deadline, at the deadline otherwise."""
    for link_s, deadline_s, least, most in (('2', '30', 1, 6), ('30', '2', 1.8, 4)):
        def body(l):
            begun = os.path.join(folder, f'begun{link_s}')
            job = Job(l.hosts, ['go', begun], LOCKSTEP_LINK_TIMEOUT=link_s, TIMEOUT_MS=deadline_s + '000')
            wait_for(begun)
            time.sleep(0.2)
            l.hosts[1].is_plugged = False
            pulled = time.time()
            for (when, _, status, message), other in zip(job.failures(2), (1, 0)):
                expect(least < when - pulled < most, f'after {when - pulled:.3f} s: {message}')
                expect(f'rank {other} (pid' in message and f'on host{other}' in message, message)
        with_lab(2, body)


def test_host_without_power_is_noticed(folder):
    def body(l):
        begun = os.path.join(folder, 'power')
        job = Job(l.hosts, ['go', begun], LOCKSTEP_LINK_TIMEOUT='2', TIMEOUT_MS='30000')
        wait_for(begun)
        l.hosts[2].is_plugged = False  # nobody hears of what dies behind it
        job.processes[2].kill()
        out_at = time.time()
        for when, _, status, message in job.failures(2):
            expect(when - out_at < 6 and status == 'UNAVAILABLE' and 'on host2' in message, when - out_at, message)
    with_lab(3, body)


def test_strangers_are_dropped(folder):
    """Whoever connects without the job's secret harms nobody."""
    def body(l):
        begun = os.path.join(folder, 'strangers')
        job = Job(l.hosts, ['go', begun], TIMEOUT_MS='20000')
        wait_for(begun)
        noise = '''
import os, random, socket, subprocess
ports = {int(line.split()[1].split(':')[1], 16) for name in ('tcp', 'tcp6') for line in open(f'/proc/net/{name}')
         if ':' in line and line.split()[3] == '0A'}
for port in sorted(ports):
    for size in (0, 1, 35, 36, 37, 4096):
        s = socket.create_connection(('10.83.0.2', port), timeout=2)
        s.sendall(os.urandom(size)); s.close()
    for magic in (b'LSHELLO\\0' + bytes(28), b'LSHELLO\\0\\1\\0\\0\\0' + bytes(24)):
        s = socket.create_connection(('10.83.0.2', port), timeout=2)
        s.sendall(magic + os.urandom(100)); s.close()
print('done', len(ports))
'''
        stranger = l.hosts[1].start(sys.executable, ['-c', noise], dict(os.environ))
        stranger.wait(timeout=20)
        output = stranger.read()
        expect('done' in output and 'done 0' not in output, output)
        time.sleep(0.3)
        expect(all(p.poll() is None for p in job.processes), 'the job did not survive strangers')
        for p in job.processes:
            p.kill()
    with_lab(2, body)


def with_lab(hosts, body, **how):
    l = lab.Lab(hosts, **how)
    try:
        body(l)
    finally:
        l.close()


def main():
    tests = [(name, function) for name, function in globals().items() if name.startswith('test_')]
    reason = lab.enter()
    print(f'1..{len(tests)}', flush=True)
    failed = 0
    for number, (name, function) in enumerate(tests, 1):
        if reason:
            print(f'ok {number} - {name} # SKIP {reason}')
            continue
        try:
            with tempfile.TemporaryDirectory() as folder:
                function(folder)
            print(f'ok {number} - {name}', flush=True)
        except Exception as error:  # a test's failure, whatever it is
            failed += 1
            print(f'not ok {number} - {name}')
            print(''.join(f'# {line}\n' for line in f'{type(error).__name__}: {error}'.split('\n')), end='', flush=True)
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
