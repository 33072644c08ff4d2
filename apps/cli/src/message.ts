import { LANGUAGES, type Language, languageOf, render, type Text } from '@postern/contract/text';

/** What is said to the person: words of ours, which wait for their language, or what others wrote. */
export type Message = string | { words: Text; params: Readonly<Record<string, unknown>> };

export const message = (words: Text, params: Readonly<Record<string, unknown>> = {}): Message => ({ words, params });

export const speak = (what: Message, language: Language): string =>
  typeof what === 'string' ? what : render(what.words, language, what.params);

/** By what the server knows a language (docs/wire/conventions.md#language). */
export const TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN', ja: 'ja' };

/** The language of messages, as POSIX says where it stands (Base Definitions, section 8.2); whatever is none of ours is English. */
export const languageOfEnvironment = (env: NodeJS.ProcessEnv): Language => languageOf(env.LC_ALL || env.LC_MESSAGES || env.LANG);

/**
 * Takes `--language` out of what was typed, before a `--`: it is for all commands.
 * @returns undefined as the language where one was named that is none of ours
 */
export function takeLanguage(argv: readonly string[], env: NodeJS.ProcessEnv): { argv: string[]; language: Language | undefined } {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const own = argv.slice(0, end);
  const at = own.findIndex((word) => word === '--language' || word.startsWith('--language='));
  if (at < 0) return { argv: [...argv], language: languageOfEnvironment(env) };
  const apart = own[at] === '--language';
  const named = apart ? own[at + 1] : own[at]?.slice('--language='.length);
  const rest = own.toSpliced(at, apart ? 2 : 1);
  return { argv: [...rest, ...argv.slice(end)], language: LANGUAGES.find((one) => one === named) };
}
