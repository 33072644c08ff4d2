import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { partOf, type ZipEntry, zipOf } from '../../../test/matrix/workbooks.ts';
import { contentOf, entriesOf, PLAYBOOKS, sendArchive } from '../../../test/playbook-calls.ts';

/** Archives: those that people make are taken as they are, those that somebody made to do harm are refused, and nothing of them is kept. */

let mia: Api & { cookies: { headers(method: string): Record<string, string> } };
const server = serverOfFile();
beforeAll(async () => {
  mia = await server.browser(String((await createUser(await server.as('admin'))).username));
});

const MAIN: ZipEntry = { name: 'main.yml', data: '- name: p\n  hosts: all\n' };
const beside = (...more: ZipEntry[]): Buffer => zipOf([MAIN, ...more]);

test('an archive becomes a playbook that is called after it, and comes out as it went in', async () => {
  const binary = Buffer.from([0, 255, 1, 2]);
  const bytes = beside(
    { name: 'roles/', data: '' },
    { name: 'roles/web/tasks/main.yml', data: '- ping:\n' },
    { name: 'files/x.bin', data: binary },
  );
  const made = await sendArchive(mia, bytes, 'Deploy.web.zip', { comment: 'by file', creator: 'x', create_method: 'vcs' });
  expect([made.status, made.body.name, made.body.comment, made.body.create_method.value]).toEqual([201, 'Deploy.web', 'by file', 'blank']);
  expect(await entriesOf(mia, made.body.id)).toEqual([
    'files',
    'roles',
    'roles/web',
    'roles/web/tasks',
    'files/x.bin',
    'main.yml',
    'roles/web/tasks/main.yml',
  ]);
  const given = await fetch(`${server.url}/api/v1/${PLAYBOOKS}${made.body.id}/download/`, { headers: mia.cookies.headers('GET') });
  expect(given.headers.get('content-disposition')).toContain('Deploy.web.zip');
  const zip = Buffer.from(await given.arrayBuffer());
  expect(partOf(zip, 'roles/web/tasks/main.yml')).toBe('- ping:\n');
  const again = await sendArchive(mia, zip);
  expect([again.status, await contentOf(mia, again.body.id, 'main.yml')]).toEqual([201, MAIN.data]);
  expect((await sendArchive(mia, bytes, 'other.zip', { name: 'Named' })).body.name).toBe('Named');
  expect((await sendArchive(mia, bytes, 'Deploy.web.zip')).status).toBe(400);
});

test('names that look like others are names, and capitals tell them apart', async () => {
  const made = await sendArchive(
    mia,
    beside({ name: '\uff0e\uff0e/x', data: '1' }, { name: 'A', data: '1' }, { name: 'a', data: '2' }, { name: '%2e%2e', data: '3' }),
  );
  expect([made.status, await contentOf(mia, made.body.id, 'A'), await contentOf(mia, made.body.id, 'a')]).toEqual([201, '1', '2']);
});

const MIB = 1024 * 1024;
const noise = (size: number): Buffer => {
  const bytes = Buffer.alloc(size);
  let value = 1;
  for (let at = 0; at < size; at += 4) {
    value = (Math.imul(value, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(value, at);
  }
  return bytes;
};
/** The general purpose flag of the entries says that they are encrypted. */
const encrypted = (bytes: Buffer): Buffer => {
  const changed = Buffer.from(bytes);
  for (let at = changed.indexOf('PK'); at >= 0; at = changed.indexOf('PK', at + 2)) {
    if (changed.readUInt16LE(at + 2) === 0x0403) changed.writeUInt16LE(changed.readUInt16LE(at + 6) | 1, at + 6);
    if (changed.readUInt16LE(at + 2) === 0x0201) changed.writeUInt16LE(changed.readUInt16LE(at + 8) | 1, at + 8);
  }
  return changed;
};

/** An archive, and words of why it is not taken. */
const HARM: Readonly<Record<string, readonly [make: () => Buffer, says: RegExp]>> = {
  'no archive': [() => Buffer.from('nothing'), /cannot be read/],
  'an empty one': [() => zipOf([]), /no main\.yml/],
  'one that is cut off': [() => beside().subarray(0, 60), /cannot be read/],
  'no entry at its top': [() => zipOf([{ ...MAIN, name: 'deploy/main.yml' }]), /a folder around it all does not count/],
  'a path that climbs': [() => beside({ name: '../evil.yml', data: 'x' }), /cannot be read|leads out/],
  'a path that climbs from within': [() => beside({ name: 'a/../../evil.yml', data: 'x' }), /cannot be read|leads out/],
  'an absolute path': [() => beside({ name: '/etc/cron.d/x', data: 'x' }), /cannot be read|leads out/],
  'a path of Windows': [() => beside({ name: 'a\\..\\x', data: 'x' }), /cannot be read|characters/],
  'a step that is none': [() => beside({ name: 'a//x', data: 'x' }), /leads out/],
  'a name with a NUL': [() => beside({ name: 'a\0.yml', data: 'x' }), /characters/],
  'a name with a line break': [() => beside({ name: 'a\nb', data: 'x' }), /characters/],
  'a name that everybody reads otherwise': [() => beside({ name: 'caf\u00e9', data: 'x', unsaid: true }), /characters/],
  'a name of the top': [() => beside({ name: 'root/x', data: 'x' }), /called root/],
  'a path that is too deep': [() => beside({ name: `${'a/'.repeat(17)}x`, data: 'x' }), /too deep/],
  'a name that is too long': [() => beside({ name: 'x'.repeat(256), data: 'x' }), /too long/],
  'a link': [() => beside({ name: 'passwd', data: '/etc/passwd', mode: 0o120777 }), /passwd is a link/],
  'an entry that is a link': [() => zipOf([{ name: 'main.yml', data: '/etc/passwd', mode: 0o120777 }]), /main\.yml is a link/],
  'a pipe': [() => beside({ name: 'pipe', data: '', mode: 0o010644 }), /pipe is a link or a device/],
  'a device': [() => beside({ name: 'null', data: '', mode: 0o020666 }), /null is a link or a device/],
  'what is encrypted': [() => encrypted(beside()), /is encrypted|cannot be read/],
  'a file twice': [() => beside(MAIN), /main\.yml is there twice/],
  'a file where a folder is': [() => beside({ name: 'a', data: 'x' }, { name: 'a/b', data: 'x' }), /a is there twice/],
  'a file and a folder of one name': [() => beside({ name: 'a', data: 'x' }, { name: 'a/', data: '' }), /a is there twice/],
  'a bomb by ratio': [() => beside(...[1, 2, 3, 4, 5].map((at) => ({ name: `zeros${at}`, data: Buffer.alloc(MIB) }))), /more comes out/],
  'a bomb that claims to be small': [
    () => beside({ name: 'zeros', data: Buffer.alloc(8 * MIB), claims: 20 }),
    /cannot be read|holds at most/,
  ],
  'a file that claims to be large': [() => beside({ name: 'x', data: 'x', claims: 1_000 }), /cannot be read/],
  'a file beyond its size': [() => beside({ name: 'x', data: noise(MIB + 4) }), /holds at most/],
  'files beyond their size together': [
    () => beside(...Array.from({ length: 11 }, (_one, at) => ({ name: `f${at}`, data: noise(MIB) }))),
    /holds at most/,
  ],
  'too many files': [() => beside(...Array.from({ length: 1_001 }, (_one, at) => ({ name: `f${at}`, data: 'x' }))), /holds at most/],
  'too many folders': [() => beside(...Array.from({ length: 2_001 }, (_one, at) => ({ name: `f${at}/`, data: '' }))), /holds at most/],
};

test.each(Object.entries(HARM))('%s is refused, and nothing of it is kept', async (_name, [make, says]) => {
  const name = uniqueName('harm');
  const answer = await sendArchive(mia, make(), `${name}.zip`);
  expect([answer.status, answer.body.msg]).toEqual([400, expect.stringMatching(says)]);
  expect((await mia.get<Json[]>(PLAYBOOKS, { query: { search: name } })).body).toEqual([]);
});

test('a form without an archive is no playbook', async () => {
  const form = new FormData();
  form.set('name', 'Nothing');
  expect((await mia.post<Json>(PLAYBOOKS, form)).body).toMatchObject({ code: 'playbook_archive_refused' });
});
