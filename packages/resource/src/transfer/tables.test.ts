import { readFileSync } from 'node:fs';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { describe, expect, test } from 'vitest';
import { csvLine } from './csv.ts';
import { decodeText } from './decode.ts';
import { encryptedZip } from './encrypted-zip.ts';
import { readCsv } from './read-csv.ts';
import { type OpenTable, openTable } from './read-file.ts';
import { readXlsx } from './read-xlsx.ts';
import { tableCollector } from './table-file.ts';
import { sheetRow, workbook } from './xlsx-sheet.ts';
import { openZip } from './zip-parts.ts';

const ROWS = [
  ['Name', '名称', 'Comment'],
  ['007', '数据中心', 'say "hi", and\nbye'],
  ['-12', 'データ', "'=1+1"],
  ['a;b', '_x000D_ literal', '<&>'],
  ['13800138000', '😀', 'tab\there'],
];

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* sheet() {
  for (const row of ROWS) yield sheetRow(row.map((text) => ({ text, style: 0 as const })));
}

test('a CSV comes back as it was written', async () => {
  const collector = tableCollector();
  await readCsv(Buffer.from(`\ufeff${ROWS.map(csvLine).join('')}`), 'gb18030', collector);
  const { titles, rows } = collector.table();
  expect([titles, ...rows.map(({ cells }) => cells)]).toEqual(ROWS);
});

test('a workbook comes back as it was written', async () => {
  const collector = tableCollector();
  await readXlsx(await bytesOf(workbook([{ name: 'Sheet1', rows: sheet() }])), collector);
  const { titles, rows } = collector.table();
  expect([titles, ...rows.map(({ cells }) => cells)]).toEqual(ROWS);
});

test('a workbook has a sheet for each name, as spreadsheets take names', async () => {
  const parts = await openZip(
    await bytesOf(
      workbook([
        { name: 'a/b:<c>', rows: sheet() },
        { name: 'A b <C>', rows: sheet() },
        { name: 'x'.repeat(40), rows: sheet() },
      ]),
    ),
  );
  let text = '';
  await parts.read('xl/workbook.xml', (piece) => {
    text += piece;
  });
  expect([...text.matchAll(/sheet name="([^"]*)"/g)].map(([, name]) => name)).toEqual(['a b &lt;c&gt;', 'A b &lt;C&gt; 2', 'x'.repeat(28)]);
  expect(parts.has('xl/worksheets/sheet3.xml')).toBe(true);
});

describe('the process that reads a file', () => {
  const rowsOf = async (table: OpenTable): Promise<string[][]> => {
    const found: string[][] = [];
    for await (const rows of table.rows()) found.push(...rows.map(({ cells }) => cells));
    return found;
  };
  /** Process ids of the readers of this one, from the operating system's own tables. */
  const readers = (): number[] =>
    readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
      .split(' ')
      .map(Number)
      .filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('transfer/reader.ts'));
  const file = Buffer.from(`Name\n${'a\n'.repeat(3_000)}`);

  test('ends when the rows are read, and takes nobody along when it dies', async () => {
    const whole = await openTable(file, 'text/csv', 'en');
    expect(readers()).toHaveLength(1);
    expect(await rowsOf(whole)).toHaveLength(3_000);
    expect(readers()).toEqual([]);
    const cut = await openTable(file, 'text/csv', 'en');
    // As V8 ends a process whose heap is not enough, or whose own checks fail.
    for (const pid of readers()) process.kill(pid, 'SIGTRAP');
    await expect(rowsOf(cut)).rejects.toMatchObject({ code: 'file_content_overflowed' });
    expect(await rowsOf(await openTable(file, 'text/csv', 'en'))).toHaveLength(3_000);
  });

  test('has nothing of ours in its environment', async () => {
    const table = await openTable(file, 'text/csv', 'en');
    for (const pid of readers()) expect(readFileSync(`/proc/${pid}/environ`, 'utf8').replace(/NODE_CHANNEL_\w+=[^\0]*\0/g, '')).toBe('');
    await table.close();
    expect(readers()).toEqual([]);
  });
});

describe('an encrypted archive', () => {
  const PASSWORD = 'Key of the file 1';
  const open = async (password: string, secret = PASSWORD): Promise<Uint8Array> => {
    const bytes = await bytesOf(encryptedZip('accounts.xlsx', workbook([{ name: 'Sheet1', rows: sheet() }]), secret));
    const [entry] = await new ZipReader(new Uint8ArrayReader(bytes), { password }).getEntries();
    if (!entry || entry.directory) throw new Error('no entry');
    expect(entry).toMatchObject({ filename: 'accounts.xlsx', encrypted: true, zipCrypto: false });
    return entry.getData(new Uint8ArrayWriter());
  };

  test('opens with its password, whatever the characters', async () => {
    for (const secret of [PASSWORD, '文件密码 ファイル鍵']) {
      const collector = tableCollector();
      await readXlsx(Buffer.from(await open(secret, secret)), collector);
      expect(collector.table().titles).toEqual(ROWS[0]);
    }
  });

  test('is written however many lie about unread', async () => {
    const content = () => workbook([{ name: 'Sheet1', rows: sheet() }]);
    const left = Array.from({ length: 40 }, () => encryptedZip('left.xlsx', content(), PASSWORD));
    expect((await open(PASSWORD)).length).toBeGreaterThan(500);
    await Promise.all(left.map((stream) => stream.cancel()));
  });

  test('opens with no other, and never without one', async () => {
    await expect(open('Key of the file 2')).rejects.toThrow();
    await expect(open('')).rejects.toThrow();
    expect(() => encryptedZip('a', new ReadableStream(), '')).toThrow();
    const bytes = await bytesOf(encryptedZip('a.txt', new Blob(['canary in clear'.repeat(50)]).stream(), PASSWORD));
    expect(bytes.includes('canary')).toBe(false);
  });
});

test.each([
  [';', 'Name;Wert\n1;2,5\n', ['1', '2,5']],
  ['\t', 'Name\tWert\n1\t2,5\n', ['1', '2,5']],
  [',', '"Na;;me",Wert\r1,2\r', ['1', '2']],
])('the delimiter %j is found', async (_mark, text, cells) => {
  const collector = tableCollector();
  await readCsv(Buffer.from(text), 'windows-1252', collector);
  expect(collector.table().rows[0]?.cells).toEqual(cells);
});

const GB = Buffer.from('c3fbb3c62cb1b8d7a20ac1aacda82ccafdbeddd6d0d0c40a', 'hex'); // 名称,备注 / 联通,数据中心
const SJIS = Buffer.from('96bc914f2c94f58d6c0a8366815b835e2c83658358836782c582b70a', 'hex'); // 名前,備考 / データ,テストです

test('texts are read in the encoding they were saved in', () => {
  const text = '名称,备注\n服务器,数据中心\n';
  expect(decodeText(Buffer.from(text), 'shift_jis')).toBe(text);
  expect(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le'), 'gb18030')).toBe(text);
  expect(decodeText(Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 'gb18030')).toBe(text);
  expect(decodeText(Buffer.from('name,comment\nweb,rack\n', 'utf16le'), 'gb18030')).toBe('name,comment\nweb,rack\n');
  expect(decodeText(GB, 'gb18030')).toBe('名称,备注\n联通,数据中心\n');
  expect(decodeText(SJIS, 'shift_jis')).toBe('名前,備考\nデータ,テストです\n');
  // The language of the sender helps where the bytes allow both, and does not decide.
  expect(decodeText(SJIS, 'gb18030')).toBe('名前,備考\nデータ,テストです\n');
  expect(decodeText(Buffer.from('Café,Zürich\n', 'latin1'), 'windows-1252')).toBe('Café,Zürich\n');
});

test('two encodings in one text are refused', () => {
  expect(decodeText(Buffer.concat([Buffer.from('服务器,数据中心\n'), GB]), 'gb18030')).toBeUndefined();
});
