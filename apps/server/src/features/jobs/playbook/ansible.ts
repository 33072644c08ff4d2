import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { promisify } from 'node:util';
import { CodedError } from '@postern/contract/errors';
import { z } from 'zod';
import { findProgram } from '../../../platform/sandbox/find-program.ts';
import { clearRooms } from '../../../platform/sandbox/rooms.ts';
import { openSandbox, type Sandbox, SandboxMissing, SandboxUnusable } from '../../../platform/sandbox/sandbox.ts';

/** What playbooks are run by on this machine: Ansible as it is installed, and a sandbox around it. */
export interface Means {
  sandbox: Sandbox;
  python: string;
  /** Folders outside of /usr that it is made of. */
  folders: readonly string[];
}

/** Milliseconds for a Python to say where it is. */
const ASKED_MS = 30_000;
const ASK = `import json,os,sys,ansible
print(json.dumps([sys.prefix, sys.base_prefix, os.path.dirname(os.path.dirname(os.path.abspath(ansible.__file__)))]))`;

/** The Python of a script, by its first line. */
async function pythonOf(script: string): Promise<string | undefined> {
  const first = (await readFile(script, 'utf8')).split('\n', 1)[0] ?? '';
  const [, file = '', name] = /^#!\s*(\S+)(?:\s+(\S+))?/.exec(first) ?? [];
  return file.endsWith('/env') && name ? findProgram(name) : file || undefined;
}

/** @param where folders in which programs are looked for, instead of where the environment says. @throws CodedError playbook_programs_missing, playbook_sandbox_failed */
export async function findMeans(where?: readonly string[]): Promise<Means> {
  const program = await findProgram('ansible-playbook', where);
  const missing = program ? [] : ['ansible-playbook'];
  let sandbox: Sandbox | undefined;
  try {
    sandbox = await openSandbox(where);
  } catch (error) {
    if (error instanceof SandboxUnusable) throw new CodedError('playbook_sandbox_failed', { detail: error.message.slice(0, 200) });
    if (!(error instanceof SandboxMissing)) throw error;
    missing.push(...error.programs);
  }
  const python = program && (await pythonOf(await realpath(program)));
  if (!sandbox || !python) throw new CodedError('playbook_programs_missing', { missing: missing.join(', ') || 'python3' });
  // Isolated: nothing of whoever runs the worker, nor of the folder that it is in, is read. So it is inside.
  const { stdout } = await promisify(execFile)(python, ['-I', '-B', '-c', ASK], { timeout: ASKED_MS, env: {}, cwd: '/' });
  const found = z.array(z.string().startsWith('/')).parse(JSON.parse(stdout));
  const folders = [...new Set(found)].filter((folder) => folder !== '/' && folder !== '/usr' && !folder.startsWith('/usr/'));
  return { sandbox, python, folders };
}

let found: Promise<Means> | undefined;

/** Looked for once. What is installed later is found by the next run that asks. @throws CodedError as `findMeans` */
export function means(): Promise<Means> {
  // What earlier workers left is gone before anything is run.
  found ??= clearRooms().then(() => findMeans());
  found.catch(() => {
    found = undefined;
  });
  return found;
}
