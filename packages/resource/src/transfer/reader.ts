import { MAX_FILE } from './bounds.ts';
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

/** The text of a file, or of the only one in an archive: some programs pack what they write. A workbook has many. */
async function textOf({ bytes, kind, prefer }: ReadTask): Promise<string | undefined> {
  if (kind === 'csv') return decodeText(bytes, prefer);
  const archive = await (await import('./zip-parts.ts')).openZip(bytes);
  const [only, ...more] = archive.parts.filter(({ directory }) => !directory);
  if (!only || more.length > 0) return undefined;
  if (only.encrypted) throw new FileProblem('file_encrypted');
  return decodeText(await archive.bytes(only.name, MAX_FILE), prefer);
}

/** A file of another program, where it is one. */
async function readForeign(task: ReadTask): Promise<ForeignTable | undefined> {
  const { kind, name, foreign } = task;
  if (foreign === undefined || name === '' || (kind === 'xlsx' && /\.xlsx$/i.test(name))) return undefined;
  const text = await textOf(task);
  return text === undefined ? undefined : ((await import(foreign)) as ForeignModule).readForeign(text, name);
}

function collected(collector: TableCollector, { titles, rows }: ForeignTable): void {
  for (const [at, cells] of [titles, ...rows].entries()) collector.row(at + 1, cells);
}

async function read(task: ReadTask): Promise<void> {
  const { bytes, kind, prefer } = task;
  const collector = tableCollector();
  try {
    const table = await readForeign(task);
    // One of the two: it starts for every file, and what unpacks a workbook is most of what there is to load.
    if (table) collected(collector, table);
    else if (kind === 'xlsx') await (await import('./read-xlsx.ts')).readXlsx(bytes, collector);
    else await (await import('./read-csv.ts')).readCsv(bytes, prefer, collector);
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
