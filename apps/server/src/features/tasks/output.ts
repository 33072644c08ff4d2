import type { Database } from '@postern/resource';
import type { EventBus } from '../../platform/events/bus.ts';

/** Told on every node when a run has more output or has ended; payload `{run}`. */
export const OUTPUT_CHANNEL = 'task-output';
/** Bytes of one piece, as clients of the log know them (docs/wire/jobs.md#the-log-socket). */
const PIECE = 4_096;
/** Characters of one run's output; what comes after is dropped, and the log says so. */
const MAX_OUTPUT = 4 * 1024 * 1024;
const FLUSH_MS = 200;
const CUT = '… output cut: too long';

export interface Output {
  /** One line, without its end. */
  write(line: string): void;
  /** Stores what was written so far. Readers look for no more once the run has ended, so it comes before that. */
  stored(): Promise<void>;
}

/** Cuts a text into pieces of at most so many bytes, between characters. */
export function inPieces(text: string, bytes = PIECE): string[] {
  const pieces: string[] = [];
  let rest = Buffer.from(text);
  while (rest.length > bytes) {
    let end = bytes;
    // A byte 10xxxxxx is the inside of a character (RFC 3629 §3).
    while (end > 0 && ((rest[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    pieces.push(rest.subarray(0, end).toString());
    rest = rest.subarray(end);
  }
  if (rest.length > 0) pieces.push(rest.toString());
  return pieces;
}

const lastPiece = async (db: Database, run: string): Promise<number> => {
  const last = await db
    .selectFrom('task_logs')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('run_id', '=', run)
    .executeTakeFirst();
  return last?.seq ?? 0;
};

/** Adds a line to the log of a run that no worker holds. */
export async function appendOutput(db: Database, run: string, line: string): Promise<void> {
  await db
    .insertInto('task_logs')
    .values({ run_id: run, seq: (await lastPiece(db, run)) + 1, text: `${line}\n` })
    .execute();
}

/** Stores output as it comes, a few times a second, outside the task's transaction so that it can be read meanwhile. */
export async function openOutput(db: Database, events: EventBus, run: string, onError: (error: unknown) => void): Promise<Output> {
  // A run that is tried again goes on below what it said before.
  let seq = await lastPiece(db, run);
  let waiting = '';
  let total = 0;
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> = Promise.resolve();

  async function store(text: string): Promise<void> {
    const pieces = inPieces(text);
    if (pieces.length === 0) return;
    const values = pieces.map((piece, at) => ({ run_id: run, seq: seq + at + 1, text: piece }));
    seq += pieces.length;
    await db.insertInto('task_logs').values(values).execute();
    await events.publish(db, OUTPUT_CHANNEL, { run });
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = '';
    if (text !== '') storing = storing.then(() => store(text)).catch(onError);
  }

  return {
    write(line) {
      if (total > MAX_OUTPUT) return;
      total += line.length + 1;
      // PostgreSQL's text holds no NUL; of a line that is cut the reader is told.
      waiting += `${total > MAX_OUTPUT ? CUT : line.replaceAll('\0', '')}\n`;
      if (waiting.length >= PIECE * 8) flush();
      else timer ??= setTimeout(flush, FLUSH_MS);
    },
    async stored() {
      flush();
      await storing;
    },
  };
}

/** Pieces after a number, oldest first, at most so many. */
export const readOutput = (db: Database, run: string, after: number, limit: number) =>
  db
    .selectFrom('task_logs')
    .select(['seq', 'text'])
    .where('run_id', '=', run)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();

/** As a terminal shows it: every line ends with CR LF. */
export const forTerminal = (text: string): string => text.replace(/\r?\n/g, '\r\n');
