// The programs that tests drive, and where they come from on Debian and Ubuntu.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, step } from './steps.mjs';

/** Where Debian puts libraries of this machine. */
const TRIPLET = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

const programs = [
  { name: 'openssh-server', groups: ['gateway', 'server', 'e2e'], present: () => has('sshd') },
  { name: 'openssh-client', groups: ['gateway', 'server', 'e2e'], present: () => has('ssh') && has('ssh-keygen') },
  { name: 'inetutils-telnetd', groups: ['gateway', 'e2e'], present: () => has('telnetd') },
  { name: 'mariadb-server', groups: ['gateway', 'server', 'e2e'], present: () => has('mariadbd') && has('mariadb-install-db') },
  { name: 'maven', groups: ['server'], present: () => has('mvn') },
  { name: 'default-jdk-headless', groups: ['server'], present: () => has('java') && has('javac') },
  { name: 'redis-server', groups: ['server'], present: () => has('redis-server') },
  { name: 'rsync', groups: ['gateway', 'e2e'], present: () => has('rsync') },
  { name: 'lrzsz', groups: ['gateway'], present: () => has('rz') && has('sz') },
  { name: 'git', groups: ['gateway', 'e2e'], present: () => has('git') },
  { name: 'curl', groups: ['e2e'], present: () => has('curl') },
  { name: 'sshfs', groups: ['gateway', 'e2e'], present: () => has('sshfs') },
  { name: 'ansible-core', groups: ['server', 'e2e'], present: () => has('ansible') },
  { name: 'bubblewrap', groups: ['server', 'e2e'], present: () => has('bwrap') },
  { name: 'python3-paramiko', groups: ['gateway', 'e2e'], present: () => existsSync('/usr/lib/python3/dist-packages/paramiko') },
  { name: 'putty-tools', groups: ['gateway', 'e2e'], present: () => has('plink') && has('psftp') },
  // An environment for programs from PyPI needs what Debian splits from Python.
  { name: 'python3-venv', groups: ['server'], present: () => spawnSync('python3', ['-c', 'import ensurepip, venv']).status === 0 },
  { name: 'sudo', groups: ['gateway', 'server', 'e2e'], present: () => has('sudo') },
  { name: 'p7zip-full', groups: ['server'], present: () => has('7z') },
  { name: 'rsyslog', groups: ['server'], present: () => has('rsyslogd') },
  { name: 'rsyslog-gnutls', groups: ['server'], present: () => existsSync(`/usr/lib/${TRIPLET}/rsyslog/lmnsd_gtls.so`) },
  { name: 'slapd', groups: ['server'], present: () => has('slapd') && has('slapadd') },
  { name: 'pgbouncer', groups: ['server'], present: () => has('pgbouncer') },
  { name: 'freeradius', groups: ['server', 'e2e'], present: () => has('freeradius') },
  { name: 'samba-ad-dc', groups: ['server'], present: () => has('samba') && has('samba-tool') },
  { name: 'samba-ad-provision', groups: ['server'], present: () => existsSync('/usr/share/samba/setup/ad-schema') },
  { name: 'openssl', groups: ['server', 'e2e'], present: () => has('openssl') },
  { name: 'chromium-headless-shell', groups: ['e2e'], present: () => has('chromium-headless-shell') },
  // What `npm run bench` measures in: a browser as people have it.
  { name: 'chromium', groups: ['e2e'], present: () => has('chromium') },
  { name: 'fonts-noto-cjk', groups: ['e2e'], present: () => existsSync('/usr/share/fonts/opentype/noto') },
  { name: 'procps', groups: ['e2e'], present: () => has('top') },
];

function has(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.some((folder) => existsSync(join(folder, name)));
}

/**
 * Installs the programs the chosen test groups need, when this is root on a system with apt.
 * Returns the ones still missing, each with the groups that cannot run without it.
 */
export async function installPrograms(groups) {
  const missing = () => programs.filter((program) => program.groups.some((group) => groups.includes(group)) && !program.present());
  const wanted = missing();
  if (wanted.length > 0 && process.getuid?.() === 0 && has('apt-get')) {
    const names = wanted.map((program) => program.name);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await step(`Installing ${names.join(', ')}`, async () => {
      await run('apt-get', ['update', '-q'], { env });
      await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], { env });
    });
  }
  return missing();
}
