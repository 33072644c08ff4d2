import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** Archives and workbooks as tests need them: also such as no program writes. */

export interface ZipEntry {
  name: string;
  data: Buffer | string;
  /** Size that the archive claims, where it lies. */
  claims?: number;
  /** Mode of Unix, for what is no plain file. */
  mode?: number;
  /** The name does not say that its letters are UTF-8. */
  unsaid?: true;
}

/** A ZIP archive (PKWARE APPNOTE 6.3.10 §4.3): deflated entries, one directory. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claims, mode, unsaid } of entries) {
    const plain = Buffer.from(data);
    const packed = deflateRawSync(plain);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    if (!unsaid) common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claims ?? plain.length, 18);
    common.writeUInt16LE(title.length, 22);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    common.copy(central, 6);
    if (mode !== undefined) {
      // Made by Unix, which keeps the mode in the upper half of the attributes.
      central.writeUInt16LE(0x0314, 4);
      central.writeUInt32LE((mode << 16) >>> 0, 38);
    }
    central.writeUInt32LE(offset, 42);
    directory.push(central, title);
    parts.push(Buffer.from('PK\x03\x04'), common, title, packed);
    offset += 30 + title.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

/** Text of one entry of an archive. */
export function partOf(zip: Buffer, wanted: string): string {
  const end = zip.lastIndexOf('PK\x05\x06');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, name, extra, comment] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    if (zip.toString('utf8', at + 46, at + 46 + name) === wanted) {
      const local = zip.readUInt32LE(at + 42);
      const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      return inflateRawSync(zip.subarray(from, from + packed)).toString();
    }
    at += 46 + name + extra + comment;
  }
  throw new Error(`${wanted} is not in the archive`);
}

const WORKBOOK = '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>';
const RELATIONS = '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>';

/** A workbook whose only sheet is this XML. */
export const workbookOf = (sheet: string, more: readonly ZipEntry[] = []): Buffer =>
  zipOf([
    { name: 'xl/workbook.xml', data: WORKBOOK },
    { name: 'xl/_rels/workbook.xml.rels', data: RELATIONS },
    { name: 'xl/worksheets/sheet1.xml', data: sheet },
    ...more,
  ]);

export const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
/** Rows of cells, which are XML, as a sheet. */
export const sheetOf = (rows: readonly (readonly string[])[]): string =>
  `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.join('')}</row>`).join('')}</sheetData></worksheet>`;
