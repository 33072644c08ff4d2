import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Room } from '../../../platform/sandbox/rooms.ts';
import { HOME } from '../../../platform/sandbox/sandbox.ts';
import type { PlaybookFile } from '../../playbooks/index.ts';

/** One machine as a playbook sees it. */
export interface PlayHost {
  name: string;
  variables: Readonly<Record<string, unknown>>;
}

/** What is run: the files as they were when the run was asked for, the one that begins, and what it is given. */
export interface Play {
  files: readonly PlaybookFile[];
  entry: string;
  variables: Readonly<Record<string, string>>;
  hosts: readonly PlayHost[];
  /** Machines at once. */
  forks: number;
}

/** Ours inside of the sandbox (python/). */
const OURS = ['ansible.cfg', 'launch.py', 'callback/postern.py', 'connection/postern.py', 'inventory/postern.py'] as const;
const source = (name: string): string => fileURLToPath(new URL(`./python/${name}`, import.meta.url));

/** Where things are inside. */
const INSIDE = { ours: '/opt/postern', run: '/opt/run', playbook: '/playbook', door: '/run/postern' } as const;

/** Writes a file below a folder. @throws Error for a path that leads out of it, which whoever keeps playbooks has refused before */
async function write(folder: string, path: string, content: Buffer | string): Promise<void> {
  const to = resolve(folder, path);
  if (!to.startsWith(folder + sep)) throw new Error('A file of a playbook is outside of it');
  await mkdir(dirname(to), { recursive: true });
  // Never through a link: none is there, and none is made.
  await writeFile(to, content, { flag: 'wx', mode: 0o644 });
}

export interface Stage {
  shown: { from: string; to: string }[];
  /** Path of the socket outside. */
  door: string;
  argv: string[];
  env: Record<string, string>;
  folder: string;
}

/** Writes all that a run reads into its room. Its owner there reads and does not write: each folder is shown as one that cannot be written to. */
export async function setStage({ path }: Pick<Room, 'path'>, python: string, folders: readonly string[], play: Play): Promise<Stage> {
  const at = (name: string): string => join(path, name);
  for (const name of ['ours', 'run', 'playbook', 'door']) await mkdir(at(name));
  for (const name of OURS) {
    await mkdir(dirname(join(at('ours'), name)), { recursive: true });
    await copyFile(source(name), join(at('ours'), name));
  }
  for (const { path: name, content } of play.files) await write(at('playbook'), name, content);
  await write(at('run'), 'hosts.json', JSON.stringify(play.hosts));
  await write(at('run'), 'variables.json', JSON.stringify(play.variables));
  await write(at('run'), 'passwd', `run:x:${process.geteuid?.() ?? 0}:0::${HOME}:/bin/sh\n`);
  return {
    shown: [
      { from: at('ours'), to: INSIDE.ours },
      { from: at('run'), to: INSIDE.run },
      { from: at('playbook'), to: INSIDE.playbook },
      { from: at('door'), to: INSIDE.door },
      { from: join(at('run'), 'passwd'), to: '/etc/passwd' },
      ...folders.map((folder) => ({ from: folder, to: folder })),
    ],
    door: join(at('door'), 'door'),
    argv: [
      ...[python, '-I', '-B', `${INSIDE.ours}/launch.py`, '--inventory', `${INSIDE.run}/hosts.json`],
      ...['--forks', String(play.forks), '--', `${INSIDE.playbook}/${play.entry}`],
    ],
    env: {
      PATH: '/usr/bin:/bin',
      HOME,
      LANG: 'C.UTF-8',
      LC_ALL: 'C.UTF-8',
      ANSIBLE_CONFIG: `${INSIDE.ours}/ansible.cfg`,
      POSTERN_VARIABLES: `${INSIDE.run}/variables.json`,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    folder: INSIDE.playbook,
  };
}
