import { z } from 'zod';
import type { SecretPool } from '../redaction.ts';

/** What the callback inside of the sandbox tells, line by line. It is whatever a playbook wants it to be: it says what the run's log says, and decides nothing. */

/** Letters of one text of the callback; it cuts what is longer. */
const MOST = 16 * 1024;
/** Letters of a line for people. */
export const MOST_TEXT = 2_000;
/** Letters of one line that is read. */
const MAX_LINE = 256 * 1024;
/** What a line of the callback begins with; others are for people. */
const MARK = '\u{1e}';

const words = z.string().max(MOST);
const name = z.string().min(1).max(512);
const EVENT = z.discriminatedUnion('tell', [
  z.object({ tell: z.literal('play'), name: words }),
  z.object({
    tell: z.literal('result'),
    host: name,
    task: words,
    state: z.enum(['ok', 'changed', 'failed', 'ignored', 'skipped', 'unreachable']),
    item: words.optional(),
    code: z.int().optional(),
    message: words.optional(),
    stdout: words.optional(),
    stderr: words.optional(),
  }),
  z.object({ tell: z.literal('end'), host: name, failed: z.int().min(0), unreachable: z.int().min(0) }),
]);
export type PlayEvent = z.infer<typeof EVENT>;
export type TaskResult = Extract<PlayEvent, { tell: 'result' }>;

/** Control characters would move the cursor of whoever reads the log. */
export const plain = (text: string): string => text.replace(/[^\P{Cc}\t\n]|\p{Cf}/gu, '\u{fffd}');

function parse(line: string): PlayEvent | undefined {
  try {
    return EVENT.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** What is told, with the secrets of its run taken out of each of its texts. */
export function withoutSecrets(told: PlayEvent, pool: Pick<SecretPool, 'hide'>): PlayEvent {
  const hide = (text: string): string => pool.hide(text, text.length >= MOST);
  const also = (text: string | undefined): string | undefined => (text === undefined ? undefined : hide(text));
  if (told.tell === 'end') return told;
  if (told.tell === 'play') return { ...told, name: hide(told.name) };
  const { task, item, message, stdout, stderr } = told;
  return { ...told, task: hide(task), item: also(item), message: also(message), stdout: also(stdout), stderr: also(stderr) };
}

/** Lines out of pieces of a stream; a line that is too long is cut. */
export function lineReader(hear: (line: string) => void): { push(bytes: Buffer): void; end(): void } {
  const decoder = new TextDecoder();
  let left = '';
  return {
    push(bytes) {
      const lines = (left + decoder.decode(bytes, { stream: true })).split('\n');
      left = (lines.pop() ?? '').slice(0, MAX_LINE);
      for (const line of lines) hear(line.slice(0, MAX_LINE));
    },
    end() {
      if (left !== '') hear(left);
      left = '';
    },
  };
}

/** Tells what a line is. */
export function readLine(line: string, { event, text }: { event(event: PlayEvent): void; text(line: string): void }): void {
  const found = line.startsWith(MARK) ? parse(line.slice(1)) : undefined;
  if (found) event(found);
  else if (line.trim() !== '') text(plain(line.slice(0, MOST_TEXT)));
}

/** Lines about one result, as the log of the run shows them. */
export function linesOf({ task, state, item, code, message, stdout, stderr }: TaskResult): string[] {
  const first = `TASK ${plain(task)}${item === undefined ? '' : ` (${plain(item)})`}: ${state}${code ? ` (exit ${code})` : ''}`;
  const more = [message, stdout, stderr].flatMap((text) => (text ? text.trimEnd().split(/\r?\n/) : []));
  return [first.replaceAll('\n', ' '), ...more.map((line) => `  ${plain(line)}`)];
}
