import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { changed, workedExamples } from './contributing.mjs';
import { filesOf } from './files.mjs';
import { root } from './prepare.mjs';

/** The worked examples of CONTRIBUTING.md, followed to the letter, each in a copy of the sources. */

/** Ends what hangs: a minute is enough on a quiet machine. */
const LIMIT = 10 * 60_000;
const examples = workedExamples(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'));
const copies = [];
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

/** The sources as they stand, with the same packages: ours are those of the copy. */
function copyOfSources() {
  const copy = mkdtempSync(join(tmpdir(), 'postern-example-'));
  copies.push(copy);
  for (const path of filesOf()) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  mkdirSync(join(copy, 'node_modules', '@postern'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@postern' && !name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  for (const name of readdirSync(join(root, 'node_modules', '@postern')))
    symlinkSync(readlinkSync(join(root, 'node_modules', '@postern', name)), join(copy, 'node_modules', '@postern', name));
  return copy;
}

/** Runs Node in a copy. @throws with what it printed */
async function node(copy, args) {
  try {
    await promisify(execFile)(process.execPath, args, {
      cwd: copy,
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, VITEST: undefined, NODE_OPTIONS: '' },
    });
  } catch (error) {
    throw new Error(`${args.join(' ')}\n${error.stdout}\n${error.stderr}`);
  }
}

/** A line of a block of commands. `npm test` would install what the copy has already; what it runs for a part is this. */
function run(copy, line) {
  const [program, ...args] = line.split(' ');
  if (program === 'node') return node(copy, args);
  const [test, dashes, project, filter] = args;
  if (program !== 'npm' || test !== 'test' || dashes !== '--' || !filter) throw new Error(`not a command of an example: ${line}`);
  return node(copy, ['node_modules/vitest/vitest.mjs', 'run', '--no-color', '--passWithNoTests=false', '--project', project, filter]);
}

async function follow(copy, blocks, commands = (line) => run(copy, line)) {
  for (const block of blocks) {
    if (block.kind === 'commands') {
      for (const line of block.body.split('\n').filter(Boolean)) await commands(line);
      continue;
    }
    const path = join(copy, block.path);
    if (block.kind === 'change') writeFileSync(path, changed(readFileSync(path, 'utf8'), block.body));
    else {
      expect(existsSync(path), block.path).toBe(false);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, block.body);
    }
  }
}

const read = (copy, path) => readFileSync(join(copy, path), 'utf8');
const newest = (copy) => {
  const folder = 'apps/server/src/migrations';
  const name = readdirSync(join(copy, folder))
    .filter((one) => one.endsWith('.sql'))
    .sort()
    .at(-1);
  return { name, text: read(copy, `${folder}/${name}`) };
};

test('there are three', () => {
  expect([...examples.keys()]).toEqual(['Add a field', 'Add a resource with a screen', 'Add a protocol']);
  for (const blocks of examples.values()) expect(blocks.filter(({ kind }) => kind === 'commands').length).toBeGreaterThan(0);
});

test(
  'add a field: its column, its filter and its place in the API are there, and it is kept and found',
  async () => {
    const copy = copyOfSources();
    await follow(copy, examples.get('Add a field'));
    expect(newest(copy)).toMatchObject({
      name: expect.stringMatching(/^\d{4}_domain-contact\.sql$/),
      text: expect.stringMatching(/add column "?contact/),
    });
    expect(read(copy, 'apps/server/src/platform/database/schema.gen.ts')).toContain('contact:');
    expect(read(copy, 'docs/openapi.json')).toContain('"contact"');
    await node(copy, ['apps/server/src/generate.ts', '--check']);
  },
  LIMIT,
);

test(
  'add a resource: its table, routes, metadata, description and rights are there, and it is served',
  async () => {
    const copy = copyOfSources();
    await follow(copy, examples.get('Add a resource with a screen'));
    expect(newest(copy)).toMatchObject({
      name: expect.stringMatching(/^\d{4}_sites\.sql$/),
      text: expect.stringMatching(/create table "?sites/),
    });
    const { paths } = JSON.parse(read(copy, 'docs/openapi.json'));
    expect(Object.keys(paths['/api/v1/assets/sites/'])).toEqual(expect.arrayContaining(['get', 'post']));
    expect(read(copy, 'docs/authorization-matrix.md')).toContain('| `/api/v1/assets/sites/` | POST | `assets.add_site` |');
    await node(copy, ['apps/server/src/generate.ts', '--check']);
  },
  LIMIT,
);

test(
  'add a protocol: the gateway carries it and says so',
  async () => {
    const copy = copyOfSources();
    await follow(copy, examples.get('Add a protocol'));
    await node(copy, ['apps/server/src/generate.ts', '--check']);
  },
  LIMIT,
);

test(
  'all three together compile and keep the walls',
  async () => {
    const copy = copyOfSources();
    // Drafts and tests were run above; here it is their sources that count.
    for (const blocks of examples.values()) await follow(copy, blocks, async () => undefined);
    await node(copy, ['apps/server/src/generate.ts']);
    await node(copy, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']);
    await node(copy, ['node_modules/@biomejs/biome/bin/biome', 'ci', '--reporter=summary', 'apps', 'packages']);
  },
  LIMIT,
);

test('a change that fits nowhere, or twice, is refused', () => {
  expect(changed('a\nb\nc', ' a\n+x\n b')).toBe('a\nx\nb\nc');
  expect(changed('a b, c', '-a b\n+a $& b')).toBe('a $& b, c');
  expect(() => changed('a\nc', ' a\n+x\n b')).toThrow(/^0 places/);
  expect(() => changed('a\nb\na\nb', ' a\n+x\n b')).toThrow(/^2 places/);
});
