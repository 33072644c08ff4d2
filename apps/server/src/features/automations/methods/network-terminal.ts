import { StringDecoder } from 'node:string_decoder';
import type { Client, ClientChannel } from 'ssh2';
import { Refusal } from '../refusal.ts';
import { LIMITS } from './method.ts';
import { PAGER } from './network-profiles.ts';

/** Characters of one answer that are kept; a device that says more has gone mad. */
const MAX_OUTPUT = 512 * 1024;
/** Characters at the end in which a prompt or a question is looked for. */
const TAIL = 2_048;
const PAGER_WIDTH = 80;
const MAX_PAGES = 2_000;
/** Milliseconds without a character after which a first prompt, or a question of unknown form, is taken for one. */
const QUIET = 400;

export interface TerminalReply {
  /** All that was said, without the control sequences. */
  output: string;
  /** The line at the end: a prompt or a question. */
  last: string;
}

/** The command line of a device, typed into by a program. Nothing of what is said or typed is logged. */
export interface Terminal {
  /**
   * Types a line, if one is given, and reads until the last line is one that is waited for.
   * @param how `quietly`: only when nothing more came for a while, for prompts whose form is not known; `limit`: milliseconds
   * @throws Refusal `timeout` or `interrupted`: then nobody knows what happened
   */
  exchange(line: string | undefined, done: (last: string) => boolean, how?: { quietly?: true; limit?: number }): Promise<TerminalReply>;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const SEQUENCES = /\x1b\[[0-9;?]{0,16}[ -/]?[@-~]|\x1b[()][\w]|\x1b[=>78]|[\x00\x07\x0e\x0f]/g;

/** Text as somebody would see it: without sequences, with what backspaces took back removed. */
export function plainText(raw: string): string {
  let text = raw.replace(SEQUENCES, '').replace(/\r+\n/g, '\n');
  if (text.includes('\b')) {
    const kept: string[] = [];
    for (const character of text) {
      if (character !== '\b') kept.push(character);
      else if (kept.at(-1) !== '\n') kept.pop();
    }
    text = kept.join('');
  }
  // A bare return goes back to the beginning of the line, which is then written over.
  return text.replace(/^[^\n]*\r(?=[^\r\n])/gm, '').replace(/\r/g, '');
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1);

function attach(client: Client, channel: ClientChannel, address: string): Terminal {
  const decoder = new StringDecoder('utf8');
  let raw = '';
  let over = false;
  let pages = 0;
  let look: () => void = () => undefined;
  let giveUp: (code: 'timeout' | 'interrupted') => void = () => undefined;
  const end = (): void => {
    over = true;
    giveUp('interrupted');
  };
  const hear = (bytes: Buffer): void => {
    raw += decoder.write(bytes);
    if (raw.length > MAX_OUTPUT) {
      client.destroy();
      return;
    }
    const line = lastLine(raw.slice(-TAIL));
    if (PAGER.test(plainText(line).trimEnd().slice(-PAGER_WIDTH))) {
      pages += 1;
      // What asks for the page is not part of the text; its own line is rubbed out by the device.
      raw = raw.slice(0, raw.length - line.length);
      if (pages > MAX_PAGES) client.destroy();
      else channel.write(' ');
      return;
    }
    look();
  };
  channel.on('data', hear);
  channel.stderr.on('data', hear);
  channel.on('error', end);
  channel.once('close', end);
  client.once('close', end);

  return {
    exchange(line, done, { quietly, limit = LIMITS.command } = {}) {
      if (over) return Promise.reject(new Refusal('interrupted', { address }));
      if (line !== undefined) {
        raw = '';
        pages = 0;
        channel.write(`${line}\n`);
      }
      return new Promise((resolve, reject) => {
        let still: NodeJS.Timeout | undefined;
        const stop = (): void => {
          clearTimeout(timer);
          clearTimeout(still);
          look = () => undefined;
          giveUp = () => undefined;
        };
        giveUp = (code) => {
          stop();
          client.destroy();
          reject(new Refusal(code, { address }));
        };
        const timer = setTimeout(() => giveUp('timeout'), limit);
        const finish = (): void => {
          stop();
          const output = plainText(raw);
          resolve({ output, last: lastLine(output) });
        };
        look = () => {
          clearTimeout(still);
          if (!done(lastLine(plainText(raw.slice(-TAIL))))) return;
          if (quietly) still = setTimeout(finish, QUIET);
          else finish();
        };
        look();
      });
    },
  };
}

/** Opens the command line. @throws Refusal `interrupted` when the device has none for this login */
export function openTerminal(client: Client, address: string): Promise<Terminal> {
  return new Promise((resolve, reject) => {
    const gone = (cause?: unknown): void => reject(new Refusal('interrupted', { address }, cause));
    client.once('close', gone);
    client.shell({ term: 'vt100', cols: 250, rows: 100 }, (failed, channel) => {
      client.off('close', gone);
      if (failed) gone(failed);
      else resolve(attach(client, channel, address));
    });
  });
}
