import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

/** State of a socket that is listened on (Linux, include/net/tcp_states.h). */
const LISTENS = '0A';

/** Numbers of the sockets that are listened on at a port: proc_pid_net(5), fields 2, 4 and 10. */
async function socketsAt(port: number): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')));
  const rows = tables.flatMap((table) => table.split('\n').slice(1)).map((line) => line.trim().split(/\s+/));
  const wanted = rows.filter(([, local = '', , state]) => state === LISTENS && Number.parseInt(local.split(':')[1] ?? '', 16) === port);
  return new Set(wanted.map((row) => `socket:[${row[9]}]`));
}

async function holdsOneOf(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => []))
    if (sockets.has(await readlink(`/proc/${pid}/fd/${fd}`).catch(() => ''))) return true;
  return false;
}

/** Who listens at a port, as people look for it: `nginx (process 812)`; undefined where that cannot be seen. */
export async function ownerOf(port: number): Promise<string | undefined> {
  const sockets = await socketsAt(port);
  if (sockets.size === 0) return undefined;
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    if (!(await holdsOneOf(pid, sockets))) continue;
    // What it is called alone: secrets may stand behind it.
    const [program = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return `${basename(program).replace(/\p{Cc}/gu, '') || 'a program'} (process ${pid})`;
  }
  return undefined;
}
