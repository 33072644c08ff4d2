import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configure, TextWriter, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';

configure({ useWebWorkers: false });

/** What a person finds who opens an encrypted workbook with a password: its name, and the text of each sheet. */
export async function openEncrypted(archive: Uint8Array, password: string): Promise<{ name: string; sheets: string[] }> {
  const [entry, ...more] = await new ZipReader(new Uint8ArrayReader(archive), { password }).getEntries();
  if (!entry || entry.directory || !entry.encrypted || entry.zipCrypto || more.length > 0) throw new Error('This is no encrypted file');
  const inner = new ZipReader(new Uint8ArrayReader(await entry.getData(new Uint8ArrayWriter())));
  const sheets: string[] = [];
  for (const part of await inner.getEntries())
    if (!part.directory && part.filename.startsWith('xl/worksheets/')) sheets.push(await part.getData(new TextWriter()));
  return { name: entry.filename, sheets };
}

/** Whether 7-Zip opens an archive with a password, and says that it is AES-256. */
export function opensIn7zip(archive: Uint8Array, password: string): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'postern-archive-'));
  try {
    const file = join(dir, 'encrypted.zip');
    writeFileSync(file, archive);
    const run = (command: string) => spawnSync('7z', [command, '-slt', `-p${password}`, file], { encoding: 'utf8', timeout: 20_000 });
    return run('t').status === 0 && run('l').stdout.includes('AES-256');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
