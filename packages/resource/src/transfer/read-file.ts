import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CodedError } from '@postern/contract/errors';
import type { Language } from '@postern/contract/text';
import { HOLD_MS, MAX_FILE, READ_MS, READER_HEAP_MB, READERS, WAITING } from './bounds.ts';
import type { FileFacts } from './foreign-file.ts';
import type { ReadMessage, ReadTask } from './reader.ts';

/** Content types under which tables arrive (docs/wire/conventions.md#imports); browsers name CSV after the spreadsheet they know. */
export const FILE_TYPES = [
  'text/csv',
  'text/xlsx',
  'text/tab-separated-values',
  'application/csv',
  'application/xlsx',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

/** A file that has been read; its rows come in portions. End it in every case: a process hangs on it. */
export interface OpenTable {
  titles: string[];
  count: number;
  facts: FileFacts;
  rows(): AsyncGenerator<{ n: number; cells: string[] }[]>;
  close(): Promise<void>;
}

/** What an unmarked file in an Asian encoding most likely is, by the language of who sends it. */
const PREFER: Readonly<Record<Language, string>> = { en: 'windows-1252', zh: 'gb18030', ja: 'shift_jis' };

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);

function kindOf(bytes: Uint8Array, type: string): ReadTask['kind'] {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'xlsx';
  // Old workbooks and those with a password have another form that starts like this.
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0) || /xlsx|spreadsheetml/.test(type)) throw new CodedError('not_a_table');
  return 'csv';
}

let reading = 0;
const queue: (() => void)[] = [];

async function turn(): Promise<void> {
  if (reading < READERS) {
    reading += 1;
    return;
  }
  if (queue.length >= WAITING) throw new CodedError('throttled', { seconds: 10 });
  await new Promise<void>((go) => queue.push(go));
}

function done(): void {
  const next = queue.shift();
  if (next) next();
  else reading -= 1;
}

/** What is known of a file beside its bytes. */
interface FileOrigin {
  name: string;
  /** Module that knows files of other programs. */
  foreign?: URL | undefined;
}

const READER = fileURLToPath(new URL('./reader.ts', import.meta.url));

/** How a process ends whose heap was not enough: V8 gives up, or the system takes it. */
const OUT_OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL'];

/**
 * Reads a table in a process of its own, with a heap and a time that are bounded. A thread would share the heap's fate: where V8 gives up
 * on one, the whole server ends.
 * @param type the content type it came with; what the bytes are counts more
 * @throws CodedError what is wrong with the file
 */
export async function openTable(
  bytes: Uint8Array,
  type: string,
  language: Language,
  { name, foreign }: FileOrigin = { name: '' },
): Promise<OpenTable> {
  if (bytes.length > MAX_FILE) throw new CodedError('file_content_overflowed');
  const kind = kindOf(bytes, type);
  await turn();
  const task: ReadTask = { bytes, kind, prefer: PREFER[language], name, ...(foreign && { foreign: foreign.href }) };
  const reader = fork(READER, [], {
    // It reads what strangers made: nothing of ours is in its environment.
    env: {},
    execArgv: [`--max-old-space-size=${READER_HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Also when it could not be started.
  const gone = new Promise<string | null>((ended) => reader.once('exit', (_code, signal) => ended(signal)).on('error', () => ended(null)));
  let ended = false;
  const close = async (): Promise<void> => {
    if (ended) return;
    ended = true;
    clearTimeout(deadline);
    reader.kill('SIGKILL');
    await gone;
    done();
  };
  // Whoever fetches the rows slowly does not keep others waiting for ever.
  const deadline = setTimeout(() => void close(), HOLD_MS);
  const next = (): Promise<ReadMessage> =>
    new Promise((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        reader.off('message', taken);
        finish();
      };
      const taken = (message: unknown): void => settle(() => resolve(message as ReadMessage));
      const timer = setTimeout(() => settle(() => reject(new CodedError('file_content_overflowed'))), READ_MS);
      reader.on('message', taken);
      void gone.then((signal) =>
        settle(() => reject(new CodedError(!ended && OUT_OF_MEMORY.includes(signal) ? 'file_content_overflowed' : 'file_damaged'))),
      );
    });
  const tell = (message: ReadTask | 'more'): void => void reader.send(message, () => undefined);
  tell(task);
  try {
    const message = await next();
    if (message.is === 'problem') throw new CodedError(message.code, message.params);
    if (message.is !== 'read') throw new Error('The reader answered out of turn');
    return {
      titles: message.titles,
      count: message.count,
      facts: message.facts,
      close,
      async *rows() {
        try {
          for (let left = message.count; left > 0; ) {
            tell('more');
            const portion = await next();
            if (portion.is !== 'rows' || portion.rows.length === 0) throw new Error('The reader answered out of turn');
            left -= portion.rows.length;
            yield portion.rows;
          }
        } finally {
          await close();
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
