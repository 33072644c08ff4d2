import type { Language, Text } from '@postern/contract/text';
import { render } from '@postern/contract/text';
import { WORDS } from './words.ts';

/** Bytes of one run, and of one of its lines. */
const MOST = 64 * 1024;
const LINE = 500;

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are taken out
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** What a run has in hand: it says lines and looks whether it is to stop. */
export interface Report {
  line(text: string): void;
  say(words: Text, params?: Readonly<Record<string, string | number>>): void;
  signal: AbortSignal;
}

/** Lines go out until there were too many of them; what comes from elsewhere moves no cursor and rings no bell. */
export function createReport(send: (line: string) => void, language: Language, signal: AbortSignal): Report {
  let left = MOST;
  const line = (text: string): void => {
    if (left <= 0) return;
    const plain = text.replace(CONTROLS, ' ').trimEnd().slice(0, LINE);
    left -= plain.length + 2;
    send(left > 0 ? plain : render(WORDS.cut, language));
  };
  return { line, say: (words, params = {}) => line(render(words, language, { ...params })), signal };
}
