import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Real users of this machine, for tests that log in as them and change their passwords. Needs root, as useradd does. */
export interface UnixPeople {
  /** Makes a user with a home and a shell. */
  add(password: string): string;
  /** A second administrator, as a machine may have beside root. */
  addRoot(password: string): string;
  /** A name nobody has yet; whoever gets it is removed with the others. */
  name(): string;
  /** Lets a user become root through sudo: with its password, or without one. */
  sudoer(user: string, asks: boolean): void;
  /** What the system keeps of a user's password: changes when the password does. */
  shadow(user: string): string;
  removeAll(): void;
}

const named = (text: string, user: string): string => text.split('\n').find((line) => line.startsWith(`${user}:`)) ?? '';

export function unixPeople(): UnixPeople {
  const made: string[] = [];
  const roots = new Set<string>();
  const rules: string[] = [];
  const name = (): string => {
    const user = `pt${randomBytes(5).toString('hex')}`;
    made.push(user);
    return user;
  };
  return {
    name,
    addRoot(password) {
      const user = name();
      execFileSync('useradd', ['-M', '-o', '-u', '0', '-g', '0', '-d', '/nonexistent', '-s', '/bin/sh', user], { stdio: 'ignore' });
      execFileSync('chpasswd', [], { input: `${user}:${password}\n` });
      roots.add(user);
      return user;
    },
    add(password) {
      const user = name();
      execFileSync('useradd', ['-m', '-s', '/bin/sh', user]);
      execFileSync('chpasswd', [], { input: `${user}:${password}\n` });
      return user;
    },
    sudoer(user, asks) {
      const path = `/etc/sudoers.d/${user}`;
      mkdirSync('/etc/sudoers.d', { recursive: true });
      // The programs a test puts in front of the system's are found through sudo, too.
      writeFileSync(path, `Defaults:${user} !secure_path, env_keep += "PATH"\n${user} ALL=(ALL) ${asks ? '' : 'NOPASSWD: '}ALL\n`, {
        mode: 0o440,
      });
      rules.push(path);
    },
    shadow: (user) => named(readFileSync('/etc/shadow', 'utf8'), user),
    removeAll() {
      for (const path of rules) rmSync(path, { force: true });
      // Some were only names; spawnSync does not mind.
      for (const user of made) spawnSync('userdel', [...(roots.has(user) ? [] : ['-r']), '-f', user], { stdio: 'ignore' });
    },
  };
}
