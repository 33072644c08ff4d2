import { describe, expect, test } from 'vitest';
import { readFacts } from './posix-facts.ts';

const LINUX = `POSTERN-DMI
sys_vendor=Dell Inc.

product_name=PowerEdge R640

product_serial=To Be Filled By O.E.M.

POSTERN-UNAME
Linux
6.12.1-amd64
x86_64
POSTERN-OS
PRETTY_NAME="Debian GNU/Linux 13 (trixie)"
NAME="Debian GNU/Linux"
VERSION_ID="13"
POSTERN-CPU
Architecture:                            x86_64
CPU(s):                                  32
Model name:                              Intel(R) Xeon(R) Gold 5218 CPU @ 2.30GHz
Thread(s) per core:                      2
Core(s) per socket:                      8
Socket(s):                               2
POSTERN-CPUINFO
processor	: 0
model name	: Intel(R) Xeon(R) Gold 5218 CPU @ 2.30GHz
POSTERN-SYSCTL
POSTERN-MEMORY
MemTotal:       32768000 kB
POSTERN-BLOCK
/sys/block/loop0 204800
/sys/block/dm-0 2097152
/sys/block/sda 41943040
/sys/block/nvme0n1 20971520
POSTERN-DF
/dev/sda1 1000 1 1 1% /
`;

describe('what a machine says of itself', () => {
  test('is read from the words of Linux; disks count once, and what makers leave empty is left out', () => {
    expect(readFacts(LINUX)).toEqual({
      vendor: 'Dell Inc.',
      model: 'PowerEdge R640',
      cpu_model: 'Intel(R) Xeon(R) Gold 5218 CPU @ 2.30GHz',
      cpu_count: '2',
      cpu_cores: '8',
      cpu_vcpus: '32',
      memory: '31.3 GB',
      disk_total: '30.0 GB',
      distribution: 'Debian GNU/Linux',
      distribution_version: '13',
      arch: 'x86_64',
    });
  });

  test('is counted where lscpu is not installed', () => {
    const cores = [0, 1, 2, 3].map((at) => `processor\t: ${at}\nmodel name\t: Small\nphysical id\t: ${at % 2}\ncpu cores\t: 2`);
    const facts = readFacts(`POSTERN-UNAME\nLinux\n6.1\naarch64\nPOSTERN-CPU\nPOSTERN-CPUINFO\n${cores.join('\n')}\n`);
    expect(facts).toMatchObject({ cpu_model: 'Small', cpu_count: '2', cpu_cores: '2', cpu_vcpus: '4' });
  });

  test('is taken from sysctl and df where there is no /proc', () => {
    const bsd = `POSTERN-DMI
sys_vendor=
POSTERN-UNAME
FreeBSD
14.1-RELEASE
amd64
POSTERN-SYSCTL
hw.model: AMD EPYC 7402
hw.ncpu: 4
hw.physmem: 8589934592
POSTERN-MEMORY
POSTERN-BLOCK
POSTERN-DF
zroot/ROOT 104857600 1 1 1% /
`;
    expect(readFacts(bsd)).toEqual({
      cpu_model: 'AMD EPYC 7402',
      cpu_vcpus: '4',
      memory: '8.0 GB',
      disk_total: '100.0 GB',
      distribution: 'FreeBSD',
      distribution_version: '14.1-RELEASE',
      arch: 'amd64',
    });
  });

  test('is bounded and holds no control characters, whatever the machine says', () => {
    const facts = readFacts(
      `POSTERN-UNAME\nLinux\n1\n${'x'.repeat(5000)}\nPOSTERN-OS\nNAME="a\u001b[31mb"\nVERSION_ID="${'9'.repeat(500)}"\n`,
    );
    expect(Object.values(facts).every((value) => value.length <= 128 && !/\p{Cc}/u.test(value))).toBe(true);
    expect(readFacts('no such thing')).toEqual({});
  });
});
