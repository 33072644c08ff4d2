// Every word in three languages. The compiler sees to it that none is missing; this sees to it that none is empty, left
// in English, or short of a parameter. Runs on the bundled Node, which reads TypeScript.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const languages = ['en', 'zh', 'ja'];
const wrong = [];
let seen = 0;

for (const app of ['console', 'terminal']) await compareCatalogues(join('apps', app, 'src', 'locale'));
for (const folder of ['apps', 'packages']) for (const file of sources(folder)) readTexts(file);

for (const line of wrong) process.stdout.write(`${line}\n`);
process.stdout.write(`${seen} texts\n`);
process.exitCode = wrong.length === 0 && seen > 0 ? 0 : 1;

async function compareCatalogues(folder) {
  if (!existsSync(folder)) return;
  const [en, zh, ja] = await Promise.all(
    languages.map(async (language) => flatten((await import(join(process.cwd(), folder, language, 'index.ts'))).words)),
  );
  for (const key of new Set([en, zh, ja].flatMap((catalogue) => [...catalogue.keys()]))) {
    judge(`${folder} ${key}`, [en.get(key), zh.get(key), ja.get(key)]);
  }
}

function flatten(value, path = '', found = new Map()) {
  if (typeof value === 'string') found.set(path, value);
  else for (const [key, inner] of Object.entries(value ?? {})) flatten(inner, path ? `${path}.${key}` : key, found);
  return found;
}

function sources(folder) {
  return readdirSync(folder).flatMap((name) => {
    if (name === 'node_modules' || name === 'dist') return [];
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [path] : [];
  });
}

/** Reads the literal arguments of `text('…', '…', '…')`, also under its usual short name `t`. */
function readTexts(file) {
  const content = readFileSync(file, 'utf8');
  if (!content.includes('@postern/contract/text') && !file.endsWith('text.ts')) return;
  const literal = `\\s*('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|\`(?:[^\`\\\\]|\\\\.)*\`)\\s*`;
  const call = new RegExp(`\\b(?:text|t)\\(${literal},${literal},${literal},?\\s*\\)`, 'g');
  for (const match of content.matchAll(call)) {
    // Put together from texts that are judged where they stand.
    if (match[0].includes('${')) continue;
    const line = content.slice(0, match.index).split('\n').length;
    judge(
      `${file}:${line}`,
      match.slice(1, 4).map((quoted) => quoted.slice(1, -1)),
    );
  }
}

function judge(place, texts) {
  seen += 1;
  const [en, zh, ja] = texts;
  for (const [index, words] of texts.entries()) {
    if (typeof words !== 'string') wrong.push(`${place}: ${languages[index]} is missing`);
    else if (words.trim() === '') wrong.push(`${place}: ${languages[index]} is empty`);
    else if (marks(words) !== marks(en)) wrong.push(`${place}: ${languages[index]} has other parameters than en`);
  }
  // Names such as "SSH" or "Redis" stay; a phrase of ordinary English words does not.
  const isPhrase = /\b[a-z]{3,} [a-z]{2,}\b/.test(en ?? '') || /^[A-Z][a-z]{3,} [a-z]{3,}/.test(en ?? '');
  for (const [language, words] of Object.entries({ zh, ja })) {
    if (isPhrase && words === en) wrong.push(`${place}: ${language} is still English`);
  }
}

/** Parameters of a text, in a comparable form; plural forms may leave the number out. */
function marks(words) {
  const found = [...(words ?? '').matchAll(/\{\{?\s*(\w+)\s*\}?\}/g)].map((match) => match[1]);
  return [...new Set(found)].sort().join(',');
}
