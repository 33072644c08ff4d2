import { decodeText } from './decode.ts';
import { type FileFacts, type ForeignModule, type ForeignTable, MAX_UNREAD } from './foreign-file.ts';
import { FileProblem, type TableCollector, type TableFile, tableCollector } from './table-file.ts';

/** Process in which one file is read, so that the server goes on answering. It hands out the rows in portions when asked. */

export interface ReadTask {
  bytes: Uint8Array;
  kind: 'csv' | 'xlsx';
  prefer: string;
  /** As its sender calls it; empty where nothing is known. */
  name: string;
  /** URL of the module that knows files of other programs. */
  foreign?: string;
}

export type ReadMessage =
  | { is: 'read'; titles: string[]; count: number; facts: FileFacts }
  | { is: 'problem'; code: FileProblem['code']; params: FileProblem['params'] }
  | { is: 'rows'; rows: { n: number; cells: string[] }[] };

/** Rows of one message. */
const PORTION = 1_000;

if (!process.send) throw new Error('This file runs as a child process');
const say = (message: ReadMessage): void => void process.send?.(message);

/** Values of a column that are shown, and their length. */
const SAMPLES = { count: 2, length: 80, rows: 1_000 };

const samplesOf = ({ titles, rows }: TableFile): string[][] =>
  titles.map((_, at) => {
    const found: string[] = [];
    for (const { cells } of rows.slice(0, SAMPLES.rows)) {
      const text = cells[at] ?? '';
      if (text !== '' && !found.includes(text.slice(0, SAMPLES.length))) found.push(text.slice(0, SAMPLES.length));
      if (found.length === SAMPLES.count) break;
    }
    return found;
  });

/** A file of another program, where it is one. */
async function readForeign({ bytes, kind, prefer, name, foreign }: ReadTask, collector: TableCollector): Promise<ForeignTable | undefined> {
  if (kind !== 'csv' || foreign === undefined || name === '') return undefined;
  const text = decodeText(bytes, prefer);
  const table = text === undefined ? undefined : ((await import(foreign)) as ForeignModule).readForeign(text, name);
  if (table) for (const [at, cells] of [table.titles, ...table.rows].entries()) collector.row(at + 1, cells);
  return table;
}

async function read(task: ReadTask): Promise<void> {
  const { bytes, kind, prefer } = task;
  const collector = tableCollector();
  try {
    const table = await readForeign(task, collector);
    // One of the two: it starts for every file, and what unpacks a workbook is most of what there is to load.
    if (kind === 'xlsx') await (await import('./read-xlsx.ts')).readXlsx(bytes, collector);
    else if (!table) await (await import('./read-csv.ts')).readCsv(bytes, prefer, collector);
    const { titles, rows } = collector.table();
    const { format = kind, unread = [], ignored = [] } = table ?? {};
    const facts: FileFacts = {
      format,
      unread: unread.slice(0, MAX_UNREAD),
      missed: unread.length,
      ignored,
      samples: samplesOf({ titles, rows }),
    };
    const count = rows.length;
    process.on('message', () => say({ is: 'rows', rows: rows.splice(0, PORTION) }));
    say({ is: 'read', titles, count, facts });
  } catch (error) {
    const problem = error instanceof FileProblem ? error : new FileProblem('file_damaged');
    say({ is: 'problem', code: problem.code, params: problem.params });
  }
}

// Whoever asked is gone, killed even: nobody wants the rows.
process.once('disconnect', () => process.exit());
process.once('message', (task) => void read(task as ReadTask));
