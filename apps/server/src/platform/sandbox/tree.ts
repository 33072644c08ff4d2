import { readFile, writeFile } from 'node:fs/promises';

/** A process and all that it started, as far as they are there at this moment. Those of a sandbox stay below its first one, whoever their parents were. */
async function treeOf(pid: number): Promise<number[]> {
  const all = [pid];
  for (const one of all) {
    const children = await readFile(`/proc/${one}/task/${one}/children`, 'utf8').catch(() => '');
    all.push(...children.split(' ').filter(Boolean).map(Number));
  }
  return all;
}

/** Bytes of memory that a process and all below it hold; what several share counts once. */
export async function memoryOf(pid: number): Promise<number> {
  let bytes = 0;
  for (const one of await treeOf(pid)) {
    const text = await readFile(`/proc/${one}/smaps_rollup`, 'utf8').catch(() => '');
    bytes += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  }
  return bytes;
}

/** Where the machine runs out of memory, this goes first, and whatever it starts. */
export const firstToGo = (pid: number): Promise<void> => writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined);
