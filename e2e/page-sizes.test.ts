import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

// What a browser fetches before a page of the console does anything: one import too many in a small page brings the console along.

const BUILT = new URL('../apps/console/dist/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, BUILT), 'utf8');

/** Files of a page: those that it names, and what these import. */
function scriptsOf(page: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  const left = [...read(page).matchAll(/assets\/[\w.-]+\.js/g)].map(([file]) => file);
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (sizes.has(file)) continue;
    const code = read(file);
    sizes.set(file, gzipSync(code).length);
    for (const [, name] of code.matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) left.push(`assets/${name}`);
  }
  return sizes;
}

/** Kilobytes of scripts, packed. */
test.each([
  ['login.html', 130, 6],
  ['index.html', 400, 9],
] as const)('%s starts with at most %i KB of scripts in %i files', (page, most, files) => {
  const sizes = scriptsOf(page);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1024;
  const list = [...sizes].map(([file, size]) => `${file} ${size}`).join(', ');
  // That it is a page of ours at all.
  expect(total, list).toBeGreaterThan(60);
  expect(total, list).toBeLessThanOrEqual(most);
  expect(sizes.size, list).toBeLessThanOrEqual(files);
});
