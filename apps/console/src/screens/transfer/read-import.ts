import type { RenderedFile } from '@postern/contract/transfer';
import { collectionAt } from '../../session/http.ts';

const XLSX = /\.xlsx$/i;

/**
 * Has the server read a file. What it is, the server finds out by its content and its name.
 * @param columns the field of each column, in the order of the file; empty for those to leave out
 */
export async function readImport(url: string, file: File, columns?: readonly string[]): Promise<RenderedFile> {
  const type = XLSX.test(file.name) ? 'text/xlsx' : 'text/csv';
  const query = { file_name: file.name, ...(columns ? { columns: columns.join(',') } : {}) };
  const read = await collectionAt(url).renderToJson(file.slice(0, file.size, type), { headers: { 'Content-Type': type }, query });
  return read as RenderedFile;
}
