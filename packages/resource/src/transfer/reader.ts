import { FileProblem, tableCollector } from './table-file.ts';

/** Process in which one file is read, so that the server goes on answering. It hands out the rows in portions when asked. */

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

if (!process.send) throw new Error('This file runs as a child process');
const say = (message: ReadMessage): void => void process.send?.(message);

async function read({ bytes, kind, prefer }: ReadTask): Promise<void> {
  const collector = tableCollector();
  try {
    // One of the two: it starts for every file, and what unpacks a workbook is most of what there is to load.
    if (kind === 'xlsx') await (await import('./read-xlsx.ts')).readXlsx(bytes, collector);
    else await (await import('./read-csv.ts')).readCsv(bytes, prefer, collector);
    const { titles, rows } = collector.table();
    process.on('message', () => say({ is: 'rows', rows: rows.splice(0, PORTION) }));
    say({ is: 'read', titles, count: rows.length });
  } catch (error) {
    const problem = error instanceof FileProblem ? error : new FileProblem('file_damaged');
    say({ is: 'problem', code: problem.code, params: problem.params });
  }
}

// Whoever asked is gone, killed even: nobody wants the rows.
process.once('disconnect', () => process.exit());
process.once('message', (task) => void read(task as ReadTask));
