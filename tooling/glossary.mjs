// One thing has one word: what people read, tables, routes and names in code keep to docs/glossary.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf } from './files.mjs';
import { root } from './prepare.mjs';
import { allTexts, languages } from './texts.mjs';
import { wrongForms } from './word-rules.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const list = (cell) =>
  cell
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
const bare = (cell) => cell.replaceAll('`', '').trim();

/**
 * The tables of the glossary.
 *
 * @param {string} page Markdown
 * @returns {{ nouns: Noun[], names: { not: string, but: string, folder: string }[] }}
 * @typedef {{ en: string, words: string[][], table: string, route: string, not: { language: string, word: string }[] }} Noun
 *   `words` of Chinese and Japanese, of which one has to be there
 */
export function readGlossary(page) {
  const rows = page
    .split('\n')
    .filter((line) => /^\| (?!English |Not |-)/.test(line))
    .map((line) => line.split('|').slice(1, -1).map(bare));
  const nouns = rows
    .filter((cells) => cells.length === 6)
    .map(([en, zh, ja, table, route, not]) => ({
      en: en.replace(/ \(.*\)$/, ''),
      words: [list(zh), list(ja)],
      table,
      route,
      not: list(not).map((one) => ({ language: one.slice(0, 2), word: one.slice(3).trim() })),
    }));
  const names = rows.filter((cells) => cells.length === 3).map(([not, but, folder]) => ({ not, but, folder }));
  return { nouns, names };
}

/** A word as a pattern: whole words in English; `*` for any end. Japanese words may not go on with a long vowel, which makes another word. */
function pattern(language, word) {
  const text = word.replaceAll(/[.+?^${}()[\]\\]/g, '\\$&');
  if (language === 'en') return new RegExp(`\\b${text.replace('*', '\\w*')}\\b`, 'i');
  return new RegExp(`${text.replace('*', '')}${language === 'ja' ? '(?!ー)' : ''}`);
}

/** Chinese is written with the full-width marks of its own; a colon may stand in the form of a value, such as `名称:值`. */
const HALF_WIDTH = /[\u4e00-\u9fff”}][,;?!](?!\w)|[,;?!][\u4e00-\u9fff]/;

/** A label as a noun: small letters, one of it. */
const asNoun = (label) => label.toLowerCase().replace(/(?<!s)s$/, '');

/**
 * What is wrong with texts by the glossary.
 *
 * @param {{ place: string, texts: (string | undefined)[] }[]} texts
 * @param {Noun[]} nouns
 * @returns {string[]}
 */
export function wrongWords(texts, nouns) {
  const forbidden = nouns.flatMap(({ en, not }) => not.map(({ language, word }) => ({ en, language, word, is: pattern(language, word) })));
  return texts.flatMap(({ place, texts: marked }) => {
    const shown = marked.map((one) => one?.replaceAll(/<[^>]*>/g, ''));
    const faults = forbidden.flatMap(({ en, language, word, is }) =>
      is.test(shown[languages.indexOf(language)] ?? '')
        ? [`${place}: ${language} says "${word}" where the glossary has another word for "${en}"`]
        : [],
    );
    const half = HALF_WIDTH.exec(shown[languages.indexOf('zh')] ?? '');
    if (half) faults.push(`${place}: zh has the half-width mark "${half[0]}"`);
    const [label = '', ...others] = shown;
    const rows = nouns.filter(({ en }) => asNoun(en) === asNoun(label));
    const fits = rows.some(({ words }) => words.every((allowed, at) => allowed.some((word) => others[at]?.includes(word))));
    if (rows.length > 0 && !fits)
      faults.push(
        `${place}: "${label}" is "${others.join('", "')}"; the glossary says ${rows.map(({ words }) => words.flat().join(', ')).join(' or ')}`,
      );
    return faults;
  });
}

/** Parts of a name: `createChannelOutlet` has `create`, `channel`, `outlet`. */
const partsOf = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join(' ');

/** Comments, patterns, and what stands in quotation marks; of a template, what is put in is code. */
const NO_NAMES =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<=[(,=:] ?)\/(?:[^/\\\n]|\\.)+\/|`(?:[^`\\]|\\.)*`/g;
const codeOf = (found) => (found.startsWith('`') ? [...found.matchAll(/\$\{([^}]*)\}/g)].map(([, code]) => code).join(' ') : ' ');

/**
 * Names in one file that the glossary has another word for.
 *
 * @param {string} file path from the root
 * @param {string} content
 * @param {{ not: string, but: string, folder: string }[]} names
 * @returns {string[]}
 */
export function wrongNames(file, content, names) {
  const here = names.filter(({ folder }) => file === folder || file.startsWith(`${folder}/`));
  if (here.length === 0) return [];
  const found = new Set([
    file.slice(file.lastIndexOf('/') + 1),
    ...(content.replaceAll(NO_NAMES, codeOf).match(/[A-Za-z_$][\w$]*/g) ?? []),
  ]);
  return here.flatMap(({ not, but }) =>
    [...found].filter((name) => ` ${partsOf(name)} `.includes(` ${not} `)).map((name) => `${file}: ${name}: not "${not}", but ${but}`),
  );
}

async function check() {
  const { nouns, names } = readGlossary(read('docs/glossary.md'));
  const tables = new Set([...read('docs/tables.md').matchAll(/^\| `(\w+)`/gm)].map((found) => found[1]));
  for (const found of read('apps/server/src/platform/database/schema.gen.ts').matchAll(/^ {2}(\w+): \w+Table;/gm)) tables.add(found[1]);
  const routes = new Set(Object.keys(JSON.parse(read('docs/openapi.json')).paths));
  const wrong = nouns.flatMap(({ en, table, route, words }) => [
    ...(table && !tables.has(table) ? [`docs/glossary.md: there is no table ${table} (${en})`] : []),
    ...(route && !routes.has(`/api/v1/${route}`) ? [`docs/glossary.md: there is no route ${route} (${en})`] : []),
    ...(words.some((allowed) => allowed.length === 0) ? [`docs/glossary.md: ${en} has no word in a language`] : []),
  ]);
  const texts = await allTexts();
  wrong.push(...wrongWords(texts, nouns), ...wrongForms(texts));
  for (const file of filesOf('apps', 'packages').filter((one) => /\.tsx?$/.test(one))) wrong.push(...wrongNames(file, read(file), names));
  for (const line of wrong) process.stdout.write(`${line}\n`);
  process.stdout.write(`${nouns.length} nouns, ${texts.length} texts, ${wrong.length} faults\n`);
  process.exitCode = wrong.length === 0 && nouns.length > 0 && texts.length > 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await check();
