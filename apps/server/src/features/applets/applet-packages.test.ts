import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { appletPackage, type PackageParts, PNG } from '../../../test/matrix/applet-package.ts';
import { type ZipEntry, zipOf } from '../../../test/matrix/workbooks.ts';

/** Packages that somebody made to do harm: each is refused by what is wrong with it, and nothing of it is kept. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const send = (bytes: Buffer) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'applet.zip');
  return admin.post<Json>('terminal/applets/upload/', form);
};
const stored = async (): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from applets`.execute(server.db)).rows[0]?.n ?? 0;

const wrong = (parts: PackageParts): Buffer => appletPackage('harm', parts);
const beside = (...more: ZipEntry[]): Buffer => appletPackage('harm', {}, more);
const manifest = (more: string): Buffer => wrong({ 'manifest.yml': `name: harm\n${more}\n` });
const aliases = `${['a: &a [x,x,x,x,x,x,x,x,x]', ...'bcdefgh'.split('').map((one, at) => `${one}: &${one} [${`*${'abcdefgh'[at]},`.repeat(9)}]`)].join('\n')}\nname: harm\n`;
const anchors = `name: harm\nx: &x [1]\ny: *x\n`;
const bomb = Buffer.alloc(140 * 1024 * 1024);
const page = Buffer.from('<script>alert(1)</script>');
/** The picture, with another length of its first side. */
const wide = (side: number): Buffer => {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(side, 16);
  return bytes;
};

/** A package, and words of the reason: which part it is, and which field. */
const CASES: Readonly<Record<string, readonly [make: () => Buffer, says: string]>> = {
  'no archive': [() => Buffer.from('nothing'), 'the archive cannot be read'],
  'an empty one': [() => zipOf([]), 'exactly one folder'],
  'an archive that is cut off': [() => appletPackage('harm').subarray(0, 300), 'the archive cannot be read'],

  'a path out of the folder': [() => beside({ name: 'harm/../../evil.py', data: 'x' }), 'the archive cannot be read'],
  'a path out of the folder, by a folder': [() => beside({ name: 'harm/../', data: '' }), 'the archive cannot be read'],
  'an absolute path': [() => beside({ name: '/etc/passwd', data: 'x' }), 'the archive cannot be read'],
  'a path of Windows': [() => beside({ name: 'harm\\..\\evil.exe', data: 'x' }), 'the archive cannot be read'],
  'a share': [() => beside({ name: '\\\\evil\\share\\x', data: 'x' }), 'the archive cannot be read'],
  'a drive': [() => beside({ name: 'harm/C:evil.exe', data: 'x' }), 'harm/C:evil.exe leads out'],
  'a stream of a file': [() => beside({ name: 'harm/main.py:hidden', data: 'x' }), 'leads out'],
  'a name with a NUL': [() => beside({ name: 'harm/main.py\0.txt', data: 'x' }), 'is no name'],
  'a name with a line break': [() => beside({ name: 'harm/a\nb', data: 'x' }), 'is no name'],
  'a name with a line break that old code pages draw as a sign': [
    () => beside({ name: 'harm/a\nb', data: 'x', unsaid: true }),
    'is no name',
  ],
  'a name that everybody reads otherwise': [() => beside({ name: 'harm/caf\u00e9', data: 'x', unsaid: true }), 'is no name'],
  'a step that is none': [() => beside({ name: 'harm//x', data: 'x' }), 'harm//x leads out'],
  'a link': [() => beside({ name: 'harm/link', data: '/etc/passwd', mode: 0o120777 }), 'harm/link leads out'],
  'a manifest that is a link': [
    () => appletPackage('harm', { 'manifest.yml': undefined }, [{ name: 'harm/manifest.yml', data: '/etc/passwd', mode: 0o120777 }]),
    'harm/manifest.yml leads out',
  ],
  'a second folder': [() => beside({ name: 'other/x', data: 'x' }), 'exactly one folder'],
  'a file beside the folder': [() => beside({ name: 'x', data: 'x' }), 'exactly one folder'],

  'a device of Windows': [() => beside({ name: 'harm/NUL', data: 'x' }), 'harm/NUL is no name'],
  'a device with an ending': [() => beside({ name: 'harm/com1.txt', data: 'x' }), 'harm/com1.txt is no name'],
  'a folder that is a device': [() => beside({ name: 'harm/aux/x', data: 'x' }), 'harm/aux/x is no name'],
  'a name that Windows cuts': [() => beside({ name: 'harm/setup.yml.', data: 'x' }), 'harm/setup.yml. is no name'],
  'a name with a space behind': [() => beside({ name: 'harm/setup.yml ', data: 'x' }), 'is no name'],
  'a name with a wildcard': [() => beside({ name: 'harm/*.py', data: 'x' }), 'harm/*.py is no name'],
  'a name that reads backwards': [() => beside({ name: 'harm/yp.\u202eexe', data: 'x' }), 'is no name'],
  'a name without end': [() => beside({ name: `harm/${'x'.repeat(300)}`, data: 'x' }), 'is no name'],

  'two parts of one name': [() => beside({ name: 'harm/main.py', data: 'other' }), 'harm/main.py is there twice'],
  'two manifests': [() => beside({ name: 'harm/manifest.yml', data: 'name: other\n' }), 'harm/manifest.yml is there twice'],
  'two parts that differ in capitals': [() => beside({ name: 'harm/MAIN.py', data: 'other' }), 'harm/MAIN.py is there twice'],
  'two folders that differ in capitals': [() => beside({ name: 'HARM/x.py', data: 'x' }), 'exactly one folder'],
  'two parts that differ in how a letter is composed': [
    () => beside({ name: 'harm/caf\u00e9', data: 'x' }, { name: 'harm/cafe\u0301', data: 'x' }),
    'is there twice',
  ],
  'a file where a folder is': [() => beside({ name: 'harm/a', data: 'x' }, { name: 'harm/A/b', data: 'x' }), 'harm/A/b is there twice'],

  'a bomb': [() => beside({ name: 'harm/zeros', data: bomb }), 'holds too much'],
  'a bomb in two halves': [
    () => beside({ name: 'harm/a', data: bomb.subarray(70 << 20) }, { name: 'harm/b', data: bomb.subarray(70 << 20) }),
    'holds too much',
  ],
  'a bomb that claims to be small': [() => beside({ name: 'harm/zeros', data: bomb, claims: 20 }), 'harm/zeros is damaged'],
  'a part that claims to be large': [() => beside({ name: 'harm/x', data: 'x', claims: 1_000 }), 'harm/x is damaged'],
  'too many parts': [() => beside(...Array.from({ length: 2_100 }, (_, at) => ({ name: `harm/part${at}`, data: 'x' }))), 'holds too much'],

  'no manifest': [() => wrong({ 'manifest.yml': undefined }), 'manifest.yml is missing'],
  'no setup': [() => wrong({ 'setup.yml': undefined }), 'setup.yml is missing'],
  'no icon': [() => wrong({ 'icon.png': undefined }), 'icon.png is missing'],
  'a folder in place of the manifest': [
    () => appletPackage('harm', { 'manifest.yml': undefined }, [{ name: 'harm/manifest.yml/x', data: 'x' }]),
    'manifest.yml is missing',
  ],
  'a huge manifest': [() => manifest(`comment: ${'x'.repeat(70_000)}`), 'manifest.yml is larger than 64 KiB'],
  'a manifest without end': [() => wrong({ 'manifest.yml': aliases }), 'manifest.yml cannot be read at line 1'],
  'a manifest with a name for a part': [() => wrong({ 'manifest.yml': anchors }), 'manifest.yml cannot be read at line 2'],
  'a manifest with a tag': [() => manifest('comment: !!js/function "x"'), 'manifest.yml cannot be read at line 2'],
  'a manifest as deep as it is long': [() => manifest(`x: ${'['.repeat(3_000)}`), 'manifest.yml cannot be read'],
  'a manifest that says a field twice': [() => manifest('name: other'), 'manifest.yml cannot be read at line 2'],
  'a manifest that claims to be small': [
    () =>
      appletPackage('harm', { 'manifest.yml': undefined }, [
        { name: 'harm/manifest.yml', data: `name: harm\ncomment: ${'y'.repeat(70_000)}\n`, claims: 20 },
      ]),
    'harm/manifest.yml is damaged',
  ],
  'a manifest that is none': [() => wrong({ 'manifest.yml': '[1, 2' }), 'manifest.yml cannot be read'],
  'a manifest that is a list': [() => wrong({ 'manifest.yml': '[1, 2]' }), 'manifest.yml cannot be read at line 1'],
  'a manifest without a name': [() => wrong({ 'manifest.yml': 'version: 1\n' }), 'manifest.yml: “name” is missing'],
  'a name that is a path': [() => wrong({ 'manifest.yml': 'name: ../harm\n' }), 'manifest.yml: “name” is missing or not valid'],
  'a name with markup': [() => wrong({ 'manifest.yml': 'name: "<b>"\n' }), 'manifest.yml: “name”'],
  'a name that is a list': [() => wrong({ 'manifest.yml': 'name: [harm]\n' }), 'manifest.yml: “name”'],
  'a version that is a map': [() => manifest('version: {a: 1}'), 'manifest.yml: “version”'],
  'a comment that is a number': [() => manifest('comment: 5'), 'manifest.yml: “comment”'],
  'a switch that is a word': [() => manifest('can_concurrent: "no"'), 'manifest.yml: “can_concurrent”'],
  'another type': [() => manifest('type: shell'), 'manifest.yml: “type” has to be one of general, web'],
  'protocols within protocols': [() => manifest('protocols: [[ssh]]'), 'manifest.yml: “protocols'],
  'words that are no text': [() => manifest('i18n: {x: {en: [1]}}'), 'manifest.yml: “i18n.x.en”'],
  'the parent of all objects': [() => manifest('__proto__: {polluted: true}'), 'manifest.yml cannot be read at line 2'],
  'a manifest that is no text': [() => wrong({ 'manifest.yml': Buffer.from([0x6e, 0xff, 0xfe]) }), 'manifest.yml is not UTF-8 text'],
  'a setup of another kind': [() => wrong({ 'setup.yml': 'type: shell\n' }), 'setup.yml: “type” has to be one of exe, zip, manual, msi'],
  'a platform': [() => wrong({ 'platform.yml': 'category: custom\ntype: harm\n' }), 'platform.yml'],

  'an icon that is a drawing with a program': [() => wrong({ 'icon.png': '<svg onload="alert(1)"/>' }), 'icon.png is no PNG'],
  'an icon that is a page': [() => wrong({ 'icon.png': page }), 'icon.png is no PNG'],
  'an icon with a page behind it': [() => wrong({ 'icon.png': Buffer.concat([PNG, page]) }), 'icon.png is no PNG'],
  'an icon that only begins as one': [() => wrong({ 'icon.png': Buffer.concat([PNG.subarray(0, 8), page]) }), 'icon.png is no PNG'],
  'an icon of four thousand million pixels a side': [() => wrong({ 'icon.png': wide(0xffffffff) }), 'icon.png is no PNG'],
  'an icon without a side': [() => wrong({ 'icon.png': wide(0) }), 'icon.png is no PNG'],
  'a huge icon': [() => wrong({ 'icon.png': Buffer.alloc(600_000) }), 'icon.png is larger than 512 KiB'],
};

test.each(Object.keys(CASES))('%s is refused, by its name, and changes nothing', async (title) => {
  const [make, says] = CASES[title] as (typeof CASES)[string];
  const before = await stored();
  const answer = await send(make());
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 400, body: { code: 'applet_package_refused' } });
  expect(answer.body.error).toContain(says);
  expect(await stored()).toBe(before);
});

test('one that is too large is not read to its end', async () => {
  const answer = await send(Buffer.alloc(33 * 1024 * 1024)).catch(() => ({ status: 0 }));
  expect([0, 400, 413]).toContain(answer.status);
});

test('the reason is in the language of whoever asks, and no name writes into it what it likes', async () => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(beside({ name: `harm/{values}${'x'.repeat(400)}`, data: 'x' }))]), 'applet.zip');
  const { body } = await admin.post<Json>('terminal/applets/upload/', form, { headers: { 'accept-language': 'zh' } });
  expect(body.error).toContain('不是 Windows 上的有效文件名');
  expect(body.error).toContain('harm/{values}x');
  expect(body.error.length).toBeLessThan(200);
});
