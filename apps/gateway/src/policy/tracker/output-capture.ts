import { plainText } from '../plain-text.ts';
import { MAX_OUTPUT, type TrackedCommand } from './tracked-command.ts';

/** Raw bytes kept of a command's output, enough for the characters the log takes. */
const OUTPUT_BYTES = 4096;
/** A command without more output is logged after this many milliseconds. */
const OUTPUT_MS = 8_000;

/** Keeps the beginning of what a command puts out, until the next one or for a while. */
export interface OutputCapture {
  take(bytes: Buffer): void;
  /** Begins anew. `found` tells what was run, in its turn. */
  begin(prompt: Buffer, found: () => Promise<Omit<TrackedCommand, 'output'> | undefined>): void;
  /** Hands on the command whose output was being kept. */
  close(): void;
  /** Hands on a command without output, in its turn. */
  note(command: TrackedCommand): void;
  /** Resolves when everything so far was handed on. */
  settled(): Promise<void>;
}

interface Open {
  parts: Buffer[];
  size: number;
  prompt: string;
  command: Omit<TrackedCommand, 'output'> | undefined;
}

export function createOutputCapture(onCommand: (command: TrackedCommand) => void): OutputCapture {
  let open: Open | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Commands are handed on in the order in which they were run, however long one takes to read. */
  let turn: Promise<void> = Promise.resolve();

  function close(): void {
    clearTimeout(timer);
    timer = undefined;
    const done = open;
    open = undefined;
    if (!done) return;
    turn = turn.then(() => {
      if (!done.command) return;
      const whole = plainText(Buffer.concat(done.parts).toString('utf8'));
      const prompt = plainText(done.prompt);
      const output = prompt !== '' && whole.endsWith(prompt) ? whole.slice(0, -prompt.length) : whole;
      onCommand({ ...done.command, output: output.trimEnd().slice(0, MAX_OUTPUT) });
    });
  }

  return {
    take(bytes) {
      if (!open || open.size >= OUTPUT_BYTES) return;
      const kept = Buffer.from(bytes.subarray(0, OUTPUT_BYTES - open.size));
      open.parts.push(kept);
      open.size += kept.length;
    },
    begin(prompt, found) {
      close();
      const kept: Open = { parts: [], size: 0, prompt: prompt.toString('utf8'), command: undefined };
      open = kept;
      timer = setTimeout(close, OUTPUT_MS);
      turn = turn.then(async () => {
        kept.command = await found();
      });
    },
    close,
    note(command) {
      turn = turn.then(() => onCommand(command));
    },
    settled: () => turn,
  };
}
