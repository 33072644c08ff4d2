import { type ChainLine, chainLink } from '@postern/contract/evidence';
import type { Line } from './scripts.ts';

/** A recording as a gateway writes it (docs/evidence.md#recording): asciicast v2, in segments that are chained. */
export interface Typed {
  cast: Buffer;
  chain: readonly ChainLine[];
  /** When each line was entered, in seconds from the start. */
  entered: readonly number[];
  seconds: number;
}

export interface Terminal {
  user: string;
  host: string;
  title: string;
  start: Date;
}

/** Seconds after which what was written goes to disk. */
const SEGMENT = 0.5;
const COLUMNS = 120;
const ROWS = 32;

/** Numbers from 0 to below 1 that look like chance and are the same for the same seed: a demo is the same each time (Marsaglia, xorshift32). */
export function chance(seed: number): () => number {
  let state = (Math.imul(seed + 1, 0x9e3779b1) | 1) >>> 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

/** Types lines as people do: not all letters as fast, with pauses to read, and now and then a letter that is taken back. */
export function typed(lines: readonly Line[], { user, host, title, start }: Terminal, next: () => number): Typed {
  const header = { version: 2, width: COLUMNS, height: ROWS, timestamp: Math.floor(start.getTime() / 1000), title };
  const segments: Buffer[] = [Buffer.from(`${JSON.stringify({ ...header, env: { SHELL: '/bin/sh', TERM: 'xterm-256color' } })}\n`)];
  const entered: number[] = [];
  let now = 0;
  let from = 0;
  let waiting = '';
  const flush = (): void => {
    if (waiting !== '') segments.push(Buffer.from(waiting));
    waiting = '';
    from = now;
  };
  const show = (pause: number, data: string): void => {
    now += pause;
    if (now - from > SEGMENT) flush();
    waiting += `[${now.toFixed(6)},"o",${JSON.stringify(data)}]\n`;
  };
  const prompt = (): void => show(0.02, `\u001b[1;32m${user}@${host}\u001b[0m:\u001b[1;34m~\u001b[0m$ `);

  show(0.3, `Welcome to ${host}.\r\n`);
  prompt();
  for (const { input, output } of lines) {
    now += 1 + next() * 5;
    const slip = next() < 0.2 ? Math.floor(next() * input.length) : -1;
    for (const [at, letter] of [...input].entries()) {
      if (at === slip) {
        show(0.08 + next() * 0.1, 'e');
        show(0.3 + next() * 0.3, '\b \b');
      }
      show(0.05 + next() * 0.12 + (letter === ' ' ? 0.08 : 0), letter);
    }
    show(0.2 + next() * 0.3, '\r\n');
    entered.push(now);
    if (output !== '') show(0.1 + next() * 0.7, `${output.replaceAll('\n', '\r\n')}\r\n`);
    if (input !== 'exit') prompt();
  }
  now += 2 + next() * 8;
  flush();
  const chain: ChainLine[] = [];
  for (const segment of segments) chain.push(chainLink(chain.at(-1), segment));
  return { cast: Buffer.concat(segments), chain, entered, seconds: now };
}
