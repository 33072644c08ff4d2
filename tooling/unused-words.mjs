// Words that no code says. A key stands in the code as it is, with its namespace or without, or a line of `MADE_KEYS` says how it is put together.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MADE_KEYS } from './made-words.mjs';

const CONSOLE = join('apps', 'console', 'src');
const TERMINAL = join('apps', 'terminal', 'src');
const CLI = join('apps', 'cli', 'src');

/** Program text below a folder, without tests and without the words themselves. */
function program(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === 'locale' ? [] : program(path);
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [{ path, text: readFileSync(path, 'utf8') }] : [];
  });
}

const withoutComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** The plain texts in quotes of a file. */
const quoted = (text) =>
  new Set([...withoutComments(text).matchAll(/'([^'\n\\]*)'|"([^"\n\\]*)"|`([\w:.]+)`/g)].map((match) => match[1] ?? match[2] ?? match[3]));

/** What the templates begin with that a file asks for words with: `rule.` of t(`rule.${name}`). */
const begun = (text) => [...text.matchAll(/\bt\(\s*`([\w:.]+)\$\{/g)].map((match) => match[1]);

/** What is wrong about the words of the console: `keys` are all of them, `space:part.part`. */
export function unusedConsoleWords(keys, made = MADE_KEYS) {
  const files = program(CONSOLE).map((file) => ({ ...file, quoted: quoted(file.text) }));
  const wrong = [];
  const isMade = (rule, start) => rule.keys === start || rule.keys.endsWith(`:${start}`);
  for (const { path, text } of files)
    for (const start of new Set(begun(text)))
      if (!made.some((rule) => isMade(rule, start) && rule.in.some((name) => join(CONSOLE, name) === path)))
        wrong.push(`${path}: no line of tooling/made-words.mjs says which words \`${start}\${…}\` are`);
  const lines = made.map((rule) => {
    for (const name of rule.in) {
      const text = files.find(({ path }) => path === join(CONSOLE, name))?.text ?? '';
      if (![...text.matchAll(/`([\w:.]+)\$\{/g)].some((match) => isMade(rule, match[1])))
        wrong.push(`tooling/made-words.mjs: ${name} makes no ${rule.keys}`);
    }
    return {
      keys: rule.keys,
      named: rule.from.map((name) => readFileSync(name.startsWith('/') ? name.slice(1) : join(CONSOLE, name), 'utf8')).join('\n'),
    };
  });
  for (const key of new Set(keys.map((one) => one.replace(/_(one|other)$/, '')))) {
    const [space, bare] = key.split(/:(.*)/s);
    const plain = files.some((file) => file.quoted.has(key) || (file.quoted.has(bare) && mayMean(file, space)));
    if (!plain && !lines.some((line) => leads(line, key))) wrong.push(`${CONSOLE}/locale: ${key} is said nowhere`);
  }
  return wrong;
}

/** A key without its namespace belongs to those that the file names; a file that names none is handed its `t` by others. */
const mayMean = (file, space) => file.quoted.has(space) || !/useTranslation\(/.test(file.text);

function leads({ keys, named }, key) {
  if (!key.startsWith(keys)) return false;
  const last = key.slice(keys.length);
  return /^\w+$/.test(last) && new RegExp(`\\b${last}\\b`).test(named);
}

/** What is wrong about the words of the terminal and of the command line: objects of texts, each a `…Words` of a file `words.ts`. */
export const unusedTerminalWords = () => [TERMINAL, CLI].flatMap(unusedIn);

function unusedIn(folder) {
  const files = program(folder);
  return files
    .filter(({ path }) => path.endsWith('words.ts'))
    .flatMap(({ path, text }) => {
      const parts = [...text.matchAll(/export const (\w+)[^=]*= \{\n([\s\S]*?)\n\}/g)];
      return parts.flatMap(([, name, body]) =>
        [...body.matchAll(/^ {2}(?:'([^']+)'|(\w+)): text\(/gm)]
          .map((match) => match[1] ?? match[2])
          .filter((key) => !files.some((file) => isUsed(file.text, name, key)))
          .map((key) => `${path}: ${name}.${key} is said nowhere`),
      );
    });
}

/** `words.key`, or `words[…]` of all of them. */
const isUsed = (text, name, key) =>
  new RegExp(`\\b${name}\\??\\.${key}\\b|\\b${name}\\[|\\b(keyof typeof|values\\(|entries\\() ?${name}\\b`).test(text);
