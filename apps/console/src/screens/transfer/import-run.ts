import type { ImportMode, ImportResult, RenderedFile } from '@postern/contract/transfer';

/**
 * An import as data (docs/behaviour/transfer.md#an-import). Everything that happens to it is an event; drawing and sending are
 * elsewhere, so that the rules can be read and tested without a browser.
 */

export type RowStatus = 'pending' | 'ok' | 'error';

export interface ImportRow {
  /** Its number in the file, from 1. With the file's name it tells the server which row this is. */
  n: number;
  values: Readonly<Record<string, unknown>>;
  status: RowStatus;
  /** The dry run has found nothing wrong with the values as they are. */
  checked: boolean;
  /** What is wrong, by field. */
  errors?: Readonly<Record<string, unknown>>;
}

/**
 * `pending`: nothing sent yet. `started`: rows are on their way. `stopped`: by the person, or by a request that failed.
 * `done`: no row is pending any more.
 */
export type Phase = 'pending' | 'started' | 'stopped' | 'done';

/** A dry run goes over the rows as the import does and writes nothing. */
export type Pass = 'check' | 'import';

export interface ImportRun {
  mode: ImportMode;
  source: string;
  title: RenderedFile['title'];
  rows: readonly ImportRow[];
  phase: Phase;
  /** The pass that is running, or ran last. */
  pass: Pass;
}

export type ImportEvent =
  | { type: 'start'; pass: Pass }
  | { type: 'stop' }
  | { type: 'answered'; results: readonly ImportResult[] }
  | { type: 'edit'; n: number; field: string; value: unknown };

/** The run of a file that has just been read. Columns in which no row has anything are left out. */
export function openImport(mode: ImportMode, file: Pick<RenderedFile, 'source' | 'title' | 'data'>): ImportRun {
  const rows = file.data.map((values, at): ImportRow => ({ n: at + 1, values, status: 'pending', checked: false }));
  const title = file.title.filter(([, field]) => rows.some(({ values }) => !isEmptyCell(values[field])));
  return { mode, source: file.source, title, rows, phase: 'pending', pass: 'check' };
}

const isEmptyCell = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Whether a row is to be sent in a pass: what is not written yet, and for a check only what was not checked. */
const isWaiting = (row: ImportRow, pass: Pass): boolean => row.status === 'pending' && (pass === 'import' || !row.checked);

/** The next rows to send, in the order of the file. Empty when the pass is over. */
export function nextRows(run: ImportRun, size: number): ImportRow[] {
  const found: ImportRow[] = [];
  for (const row of run.rows) {
    if (isWaiting(row, run.pass)) found.push(row);
    if (found.length === size) break;
  }
  return found;
}

export function importReducer(run: ImportRun, event: ImportEvent): ImportRun {
  switch (event.type) {
    case 'start': {
      // Continue after everything was sent tries the refused rows again.
      const again = event.pass === 'import' && run.phase === 'done';
      const rows = again ? run.rows.map((row) => (row.status === 'error' ? retried(row) : row)) : run.rows;
      return { ...run, rows, phase: 'started', pass: event.pass };
    }
    case 'stop':
      return run.phase === 'started' ? { ...run, phase: afterPass(run) } : run;
    case 'answered': {
      // A stop while rows were in flight keeps its phase; their answers still count.
      const next = { ...run, rows: withResults(run.rows, event.results) };
      const goesOn = run.phase === 'started' && next.rows.some((row) => isWaiting(row, run.pass));
      return goesOn ? next : { ...next, phase: afterPass(next) };
    }
    case 'edit': {
      const rows = run.rows.map((row) =>
        row.n === event.n ? { ...retried(row), values: { ...row.values, [event.field]: event.value } } : row,
      );
      const next = { ...run, rows };
      return run.phase === 'started' ? next : { ...next, phase: afterPass(next) };
    }
  }
}

/** Where a pass that ended, or was ended, leaves the import. After a check nothing has been written, so it is not begun. */
function afterPass({ rows, pass }: ImportRun): Phase {
  if (!rows.some((row) => row.status === 'pending')) return 'done';
  return pass === 'import' || rows.some((row) => row.status === 'ok') ? 'stopped' : 'pending';
}

const retried = ({ n, values }: ImportRow): ImportRow => ({ n, values, status: 'pending', checked: false });

function withResults(rows: readonly ImportRow[], results: readonly ImportResult[]): ImportRow[] {
  const next = [...rows];
  for (const result of results) {
    const row = next[result.n - 1];
    if (!row) continue;
    const { n, values } = row;
    if (result.status === 'error') next[n - 1] = { n, values, status: 'error', checked: true, errors: result.errors };
    else if (result.status === 'checked') next[n - 1] = { n, values, status: 'pending', checked: true };
    else next[n - 1] = { n, values, status: 'ok', checked: true };
  }
  return next;
}

export interface Counts {
  total: number;
  ok: number;
  error: number;
  pending: number;
  /** Rows the running pass still has to send. */
  waiting: number;
}

export function countRows({ rows, pass }: ImportRun): Counts {
  const counts = { total: rows.length, ok: 0, error: 0, pending: 0, waiting: 0 };
  for (const row of rows) {
    counts[row.status] += 1;
    if (isWaiting(row, pass)) counts.waiting += 1;
  }
  return counts;
}

/** What the one big button does now: Import, Stop, Continue, or nothing more to do. */
export function mainButton(run: ImportRun, counts: Counts): 'import' | 'stop' | 'continue' | 'finished' {
  if (run.phase === 'started') return 'stop';
  if (counts.ok === counts.total) return 'finished';
  return run.phase === 'pending' ? 'import' : 'continue';
}

/** Rows per request: grows while answers come quickly, shrinks when they do not, so that Stop is felt within a second. */
export function nextPortion(size: number, tookMs: number, maximum: number): number {
  const aimed = Math.round(size * Math.min(2, Math.max(0.25, 500 / Math.max(1, tookMs))));
  return Math.max(1, Math.min(maximum, aimed));
}
