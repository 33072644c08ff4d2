import { readFile } from 'node:fs/promises';
import type { Product } from './product.ts';

/** What all processes of the product together take, PostgreSQL's too. */

/** Milliseconds of one tick of `/proc`: USER_HZ is 100 on every Linux. */
const TICK_MS = 10;

/** Milliseconds of processor that a process has taken, with those of its children that are gone. */
async function cpuOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Fields 14 to 17; the name, the second, may hold anything but ends with the last parenthesis.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}

const sumOf = async (product: Product, of: (pid: number) => Promise<number>): Promise<number> =>
  (await Promise.all((await product.pids()).map(of))).reduce((sum, one) => sum + one, 0);

export const cpuMs = (product: Product): Promise<number> => sumOf(product, cpuOf);

/** Memory in bytes; what processes share counts once. */
export const proportionalBytes = (product: Product): Promise<number> =>
  sumOf(product, async (pid) => {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  });
