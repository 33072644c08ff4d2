import { crc32 } from 'node:zlib';
import { addressOf } from '@postern/client/api';
import type { Api, Json } from '@postern/testkit/api';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A ZIP archive (PKWARE APPNOTE 6.3.10 §4.3) of files as they are. */
function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, data] of Object.entries(files)) {
    const bytes = Buffer.from(data);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(title.length, 22);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    common.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, title);
    parts.push(Buffer.from('PK\x03\x04'), common, title, bytes);
    offset += 30 + title.length + bytes.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

/** A package of a remote application as people upload them. */
export const appletPackage = (name: string, version = '1.0'): Buffer =>
  zipOf({
    [`${name}/manifest.yml`]: `name: ${name}\ndisplay_name: DBeaver\nversion: ${version}\nauthor: Harbour\ntype: general\nprotocols: [mysql, postgresql]\ntags: [Harbour]\ncomment: Looks into databases\n`,
    [`${name}/setup.yml`]: 'type: manual\n',
    [`${name}/icon.png`]: PNG,
    [`${name}/README.md`]: '# DBeaver\n\nOpens the database of the asset with its account.\n',
  });

/** Takes one in. */
export async function uploadApplet(admin: Api, name: string): Promise<Json> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(appletPackage(name))]), `${name}.zip`);
  const { status, body } = await admin.post<Json>(addressOf('applets', 'upload'), form);
  if (status !== 201) throw new Error(`Not taken in: ${status} ${JSON.stringify(body)}`);
  return body;
}
