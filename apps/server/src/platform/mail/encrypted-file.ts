import { Readable } from 'node:stream';
import { encryptedZip, type Sheet, workbook } from '@postern/resource';
import type { Attachment } from './deliver.ts';

/** A workbook inside an archive that opens with a person's file key; written while it is sent, never as a whole. */
export function encryptedWorkbook(name: string, sheets: readonly Sheet[], key: string): Attachment {
  return { name: `${name}.zip`, content: Readable.fromWeb(encryptedZip(`${name}.xlsx`, workbook(sheets), key) as never) };
}
