import { parentPort, workerData } from 'node:worker_threads';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { FileProblem, tableCollector } from './table-file.ts';

/** Thread in which one file is read, so that the server goes on answering. It hands out the rows in portions when asked. */

export interface ReadTask {
  bytes: Uint8Array;
  kind: 'csv' | 'xlsx';
  prefer: string;
}

export type ReadMessage =
  | { is: 'read'; titles: string[]; count: number }
  | { is: 'problem'; code: FileProblem['code']; params: FileProblem['params'] }
  | { is: 'rows'; rows: { n: number; cells: string[] }[] };

/** Rows of one message. */
const PORTION = 1_000;

const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread');
const say = (message: ReadMessage): void => port.postMessage(message);
const { bytes, kind, prefer } = workerData as ReadTask;
const collector = tableCollector();
try {
  if (kind === 'xlsx') await readXlsx(bytes, collector);
  else await readCsv(bytes, prefer, collector);
  const { titles, rows } = collector.table();
  say({ is: 'read', titles, count: rows.length });
  port.on('message', () => say({ is: 'rows', rows: rows.splice(0, PORTION) }));
} catch (error) {
  const problem = error instanceof FileProblem ? error : new FileProblem('file_damaged');
  say({ is: 'problem', code: problem.code, params: problem.params });
}
