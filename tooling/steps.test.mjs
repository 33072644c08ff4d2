import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { unpacked } from './prepare.mjs';

test('a step that takes long says how far it is', () => {
  const steps = fileURLToPath(new URL('./steps.mjs', import.meta.url));
  const code = `import { step } from ${JSON.stringify(steps)};
let asked = 0;
const done = Promise.withResolvers();
await step('Counting', () => done.promise, { everyMs: 5, progress: () => { asked += 1; if (asked === 3) done.resolve(); return asked + ' of 3'; } });`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.replaceAll(/[\d.]+ s/g, 'S').split('\n')).toEqual([
    '… Counting',
    ...[1, 2, 3].map((at) => `… Counting: S so far, ${at} of 3`),
    '✓ Counting (S)',
    '',
  ]);
});

test('packages are counted by what lies there, and those of other machines are not waited for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-unpacked-'));
  try {
    const packages = {
      '': {},
      'apps/mine': { name: 'mine' },
      'node_modules/mine': { link: true },
      'node_modules/one': {},
      'node_modules/one/node_modules/two': {},
      'node_modules/elsewhere': { os: ['plan9'], cpu: ['mips'] },
    };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
    expect(unpacked(folder)).toBe('');
    const lay = (path) => {
      mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, path, 'package.json'), '{}');
    };
    lay('node_modules/one');
    expect(unpacked(folder)).toBe('1 of 2 unpacked');
    lay('node_modules/one/node_modules/two');
    expect(unpacked(folder)).toBe('2 of 2 unpacked');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
