import type { Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { contentOf, entriesOf, filesAt, madePlaybook, readFile } from '../../../test/playbook-calls.ts';
import { pathProblem } from './paths.ts';

/** Files of playbooks, as the editor of a client reads and writes them. */

let id: string;
const server = serverOfFile();
const mia = forThisFile(async () => server.as(String((await createUser(await server.as('admin'))).username)));
beforeAll(async () => {
  id = String((await madePlaybook(mia)).id);
});

const add = (body: Json) => mia.post<Json>(filesAt(id), body);
const change = (body: Json) => mia.patch<Json>(filesAt(id), body);
const remove = (key: string) => mia.delete<Json>(filesAt(id), { query: { key } });
const refused = ({ status, body }: { status: number; body: Json }) => [status, body.code, typeof body.msg];

describe('files of a playbook', () => {
  it('are told as a tree', async () => {
    expect((await add({ key: 'root', name: 'roles', is_directory: true })).status).toBe(201);
    const made = await add({ key: 'roles', name: 'x.yml', content: 'a: 1\n' });
    expect(made.body).toEqual({
      id: 'roles/x.yml',
      name: 'x.yml',
      title: 'x.yml',
      pId: 'roles',
      isParent: false,
      open: false,
      temp: false,
      iconSkin: 'file',
    });
    const [top, ...nodes] = (await mia.get<Json[]>(filesAt(id), { query: { expand: 'roles' } })).body;
    expect(top).toMatchObject({ id: 'root', isParent: true, open: true, pId: '', temp: false });
    expect(nodes.map((node) => [node.id, node.pId, node.isParent])).toEqual([
      ['roles', 'root', true],
      ['main.yml', 'root', false],
      ['roles/x.yml', 'roles', false],
    ]);
  });

  it('are read and written to the letter', async () => {
    const text = '\ufeff  # a file\r\n\ttab  \n\n';
    await add({ key: '', name: 'letters.txt', content: text });
    expect(await contentOf(mia, id, 'letters.txt')).toBe(text);
    const saved = await change({ key: 'letters.txt', content: ' b ' });
    expect([saved.status, saved.body]).toEqual([200, {}]);
    expect(await contentOf(mia, id, 'letters.txt')).toBe(' b ');
    expect((await change({ key: 'letters.txt', content: '' })).status).toBe(200);
    expect(await contentOf(mia, id, 'letters.txt')).toBe('');
  });

  it('get a name where none is said, and a number where it is taken', async () => {
    const names = [await add({ key: 'root', name: '' }), await add({ key: 'root', name: '' }), await add({ key: 'root' })];
    expect(names.map(({ body }) => body.name)).toEqual(['new_file.yml', 'new_file.yml(1)', 'new_file.yml(2)']);
    expect((await add({ key: 'root', name: '', is_directory: true })).body.name).toBe('new_dir');
    expect((await add({ key: 'root', name: 'new_dir' })).body.name).toBe('new_dir(1)');
  });

  it('are renamed, with all that is below, where nothing lies', async () => {
    await add({ key: 'root', name: 'a', is_directory: true });
    await add({ key: 'a', name: 'b', is_directory: true });
    await add({ key: 'a/b', name: 'c%_.yml', content: 'deep' });
    await add({ key: 'root', name: 'a%', content: 'beside' });
    expect((await change({ key: 'a', new_name: 'z', is_directory: true })).status).toBe(200);
    expect(await contentOf(mia, id, 'z/b/c%_.yml')).toBe('deep');
    expect(await contentOf(mia, id, 'a%')).toBe('beside');
    expect(refused(await change({ key: 'z', new_name: 'a%' }))).toEqual([400, 'playbook_file_exists', 'string']);
    expect(refused(await change({ key: 'a', new_name: 'y' }))).toEqual([400, 'playbook_file_missing', 'string']);
    expect((await change({ key: 'z', new_name: 'z' })).status).toBe(200);
  });

  it('are deleted, with all that is below; a folder stays when its last file goes', async () => {
    await add({ key: 'root', name: 'gone', is_directory: true });
    await add({ key: 'gone', name: 'x', content: 'x' });
    expect((await remove('gone/x')).body).toEqual({ msg: 'ok' });
    expect(await entriesOf(mia, id)).toContain('gone');
    await add({ key: 'gone', name: 'y', content: 'y' });
    expect((await remove('gone')).status).toBe(200);
    expect((await entriesOf(mia, id)).filter((one) => one.startsWith('gone'))).toEqual([]);
    expect(refused(await remove('gone'))).toEqual([400, 'playbook_file_missing', 'string']);
  });

  it('keep the top and main.yml', async () => {
    for (const key of ['root', 'main.yml']) {
      expect(refused(await remove(key))).toEqual([400, 'playbook_file_protected', 'string']);
      expect(refused(await change({ key, new_name: 'x.yml' }))).toEqual([400, 'playbook_file_protected', 'string']);
    }
    expect(refused(await change({ key: '', content: 'x' }))).toEqual([400, 'playbook_file_protected', 'string']);
    expect(refused(await change({ key: 'root', content: 'x' }))).toEqual([400, 'playbook_file_protected', 'string']);
    expect(refused(await remove(''))).toEqual([400, 'playbook_file_missing', 'string']);
    expect((await change({ key: 'main.yml', content: '- name: p\n  hosts: all\n' })).status).toBe(200);
  });

  it('are not written over by a second tab', async () => {
    await add({ key: 'root', name: 'two.yml', content: 'first' });
    const { seen } = (await readFile(mia, id, 'two.yml')).body;
    const one = await change({ key: 'two.yml', content: 'second', seen });
    expect(one.body.seen).toBe((await readFile(mia, id, 'two.yml')).body.seen);
    expect(refused(await change({ key: 'two.yml', content: 'third', seen }))).toEqual([409, 'playbook_file_changed', 'string']);
    expect(await contentOf(mia, id, 'two.yml')).toBe('second');
    expect((await change({ key: 'two.yml', content: 'third', seen: one.body.seen })).status).toBe(200);
  });

  it('that are no text are not shown, and not written over by what stands in their place', async () => {
    await server.db
      .insertInto('playbook_files')
      .values({ playbook_id: id, path: 'x.bin', content: Buffer.from([0, 1, 255]) })
      .execute();
    const shown = (await readFile(mia, id, 'x.bin')).body;
    expect(shown).toMatchObject({ is_binary: true, content: expect.stringContaining('no text') });
    expect(refused(await change({ key: 'x.bin', content: shown.content }))).toEqual([400, 'playbook_file_binary', 'string']);
  });

  it('have a size, and so has all of them', async () => {
    const large = 'x'.repeat(1024 * 1024);
    expect((await add({ key: 'root', name: 'large', content: `${large}x` })).status).toBe(400);
    const made = await madePlaybook(mia);
    const put = (name: string, content: string) => mia.post<Json>(filesAt(made.id), { key: 'root', name, content });
    for (let at = 0; at < 9; at += 1) expect((await put(`f${at}`, large)).status).toBe(201);
    expect(refused(await put('last', large))).toEqual([400, 'playbook_too_large', 'string']);
    const rows = Array.from({ length: 995 }, (_one, at) => ({ playbook_id: String(made.id), path: `n${at}`, content: null }));
    await server.db.insertInto('playbook_files').values(rows.slice(0, 990)).execute();
    expect(refused(await put('more', ''))).toEqual([400, 'playbook_too_large', 'string']);
  });

  it('leave one event for each write: what was done to which file, and nothing of what is in it', async () => {
    await add({ key: 'root', name: 'noted.yml', content: 'not for the log' });
    await change({ key: 'noted.yml', content: 'nor is this' });
    await change({ key: 'noted.yml', new_name: 'moved.yml' });
    await remove('moved.yml');
    const { rows } = await sql<{ diff: unknown }>`
      select diff from operate_logs where resource_id = ${id} order by seq desc limit 4`.execute(server.db);
    expect(JSON.stringify(rows)).not.toMatch(/not for the log|nor is this/);
    expect(rows.map(({ diff }) => JSON.stringify(diff)).reverse()).toEqual([
      expect.stringContaining('noted.yml (15 B)'),
      expect.stringContaining('noted.yml (11 B)'),
      expect.stringContaining('moved.yml'),
      expect.stringContaining('moved.yml (11 B)'),
    ]);
  });
});

/** Paths, and why they are not taken. */
const PATHS: Readonly<Record<string, ReturnType<typeof pathProblem>>> = {
  '': 'empty',
  '.': 'outside',
  '..': 'outside',
  '../x': 'outside',
  'a/../../x': 'outside',
  'a/./b': 'outside',
  'a//b': 'outside',
  '/etc/passwd': 'outside',
  'a/': 'outside',
  '..\\x': 'characters',
  'C:\\x': 'characters',
  'a\0b': 'characters',
  'a\nb': 'characters',
  'a\u0085b': 'characters',
  'a\u2028b': 'characters',
  ' a': 'characters',
  'a /b': 'characters',
  'a\ud800': 'characters',
  [`${'a/'.repeat(16)}b`]: 'deep',
  ['ä'.repeat(128)]: 'long',
  [`${'x'.repeat(200)}/${'y'.repeat(200)}/${'z'.repeat(200)}/${'z'.repeat(200)}/${'z'.repeat(250)}`]: 'long',
  root: 'root',
  'root/x': 'root',
  '%2e%2e/x': undefined,
  '..%2fx': undefined,
  '\uff0e\uff0e/x': undefined,
  '\u2024\u2024/x': undefined,
  'a\u2215b': undefined,
  '...': undefined,
  '.hidden/..x': undefined,
  'Main.YML': undefined,
  'roles/日本語/tasks/main.yml': undefined,
  [`${'a/'.repeat(15)}b`]: undefined,
  roots: undefined,
};

describe('paths', () => {
  it.each(Object.entries(PATHS))('%j', async (path, problem) => {
    expect(pathProblem(path)).toBe(problem);
  });

  it('that are refused are refused by each call, and nothing is there then', async () => {
    const before = await entriesOf(mia, id);
    for (const path of Object.keys(PATHS).filter(
      (one) => PATHS[one] && !one.includes('\ud800') && one !== '' && one !== 'root' && one.trim() === one,
    )) {
      expect((await change({ key: path, content: 'x' })).status, path).toBe(400);
      expect((await change({ key: 'letters.txt', new_name: path })).status, path).toBe(400);
      expect((await add({ key: path, name: 'x', content: 'x' })).status, path).toBe(400);
      expect((await add({ key: 'root', name: path, content: 'x' })).status, path).toBe(400);
      expect((await readFile(mia, id, path)).status, path).not.toBe(200);
      expect((await remove(path)).status, path).toBe(400);
    }
    expect(await entriesOf(mia, id)).toEqual(before);
  });

  it('are kept to by the database, whoever writes', async () => {
    for (const path of ['../x', '/x', 'a//b', 'a/..', '.', 'a\\b', 'a\nb', 'x'.repeat(1025), ''])
      await expect(
        server.db
          .insertInto('playbook_files')
          .values({ playbook_id: id, path, content: Buffer.from('x') })
          .execute(),
        path,
      ).rejects.toThrow(/check constraint/);
  });
});
