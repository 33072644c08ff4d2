// Every class name in the code of the browser applications has a rule in a style sheet: one without has lost it, or was never needed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf } from './files.mjs';
import { root } from './prepare.mjs';

/** Names without a rule of ours, and why they stand there all the same. */
const ALLOWED = [
  { name: /^ant-/, why: 'Ant Design has their rules' },
  { name: /^boot$/, why: 'pages have its rules before they have any file (packages/ui/src/boot-line.ts)' },
  { name: /^is-open$/, why: 'a demand on passwords that is not met yet; the test of the field reads it' },
];

/** Where classes are named: attributes, and properties of objects that are handed on. */
const NAMED = /\b(?:class|classes|\w*[cC]lassName|\w+Class)(?:=|: | = |\) => )/g;

/** From `at`, what belongs to one expression: a string, or all until its brackets close. */
function expressionAt(text, at) {
  const quote = text[at];
  if (quote === '"' || quote === "'") return text.slice(at, text.indexOf(quote, at + 1) + 1);
  let depth = 0;
  for (let end = at; end < text.length; end += 1) {
    if ('([{'.includes(text[end])) depth += 1;
    if (')]}'.includes(text[end])) depth -= 1;
    if (depth < 0 || (depth === 0 && /[,;\n]/.test(text[end]))) return text.slice(at, end);
    if (depth === 0 && text[end] === '}' && text[at] === '{') return text.slice(at, end + 1);
  }
  return text.slice(at);
}

/** Strings of an expression, without those that something is only compared with. */
const stringsOf = (expression) =>
  [...expression.replaceAll(/(?:[!=]==? |\bt\(|\w\[)'[^']*'/g, '').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(
    ([, single, double, template]) => single ?? double ?? template?.replaceAll(/\$\{[^}]*\}/g, '*') ?? '',
  );

/**
 * Class names in a source, each with its line; `*` stands for what is put in when it runs.
 *
 * @param {string} text
 * @returns {{ name: string, line: number }[]}
 */
export function namesIn(text) {
  return [...text.matchAll(NAMED)].flatMap(({ 0: found, index }) =>
    stringsOf(expressionAt(text, index + found.length))
      .flatMap((one) => one.split(/\s+/))
      .filter((name) => /^[a-z][\w*-]*$/i.test(name))
      .map((name) => ({ name, line: text.slice(0, index).split('\n').length })),
  );
}

/**
 * Class names that a style sheet has rules for.
 *
 * @param {string} sheet
 */
export const ruledIn = (sheet) =>
  [...sheet.replaceAll(/\/\*[\s\S]*?\*\/|@import[^;]*;|url\([^)]*\)/g, '').matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name);

/** @returns names of a source that no sheet has rules for, one line for each */
export function refusals(file, text, ruled) {
  const has = (name) =>
    name.includes('*') ? [...ruled].some((one) => new RegExp(`^${name.replaceAll('*', '.*')}$`).test(one)) : ruled.has(name);
  return namesIn(text)
    .filter(({ name }) => !has(name) && !ALLOWED.some((allowed) => allowed.name.test(name)))
    .map(({ name, line }) => `${file}:${line}: ${name} has no rule`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = filesOf('apps/console', 'apps/terminal', 'packages/ui');
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const sheets = files.flatMap((file) =>
    file.endsWith('.css') ? [read(file)] : file.endsWith('.html') ? (read(file).match(/<style>[\s\S]*?<\/style>/g) ?? []) : [],
  );
  const ruled = new Set(sheets.flatMap(ruledIn));
  const sources = files.filter((file) => /\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const found = sources.flatMap((file) => refusals(file, read(file), ruled));
  for (const line of found) process.stdout.write(`${line}\n`);
  process.stdout.write(`${ruled.size} names with rules, ${found.length} without\n`);
  process.exitCode = found.length === 0 && ruled.size > 0 ? 0 : 1;
}
