// Everything that people read, in three languages: the catalogues of the browser applications, and `text('…', '…', '…')` wherever it stands.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

export const languages = ['en', 'zh', 'ja'];

/** @typedef {{ place: string, texts: (string | undefined)[] }} Words `texts` in the order of `languages`; undefined where one is missing */

/** @returns {Promise<Words[]>} */
export async function allTexts() {
  const found = [];
  for (const app of ['console', 'terminal']) found.push(...(await catalogue(join('apps', app, 'src', 'locale'))));
  found.push(...(await nouns()));
  for (const folder of ['apps', 'packages']) for (const file of sources(folder)) found.push(...literals(file));
  return found;
}

/** Program text below a folder, without tests, by paths from the root. */
export function sources(folder) {
  return readdirSync(join(root, folder)).flatMap((name) => {
    if (name === 'node_modules' || name === 'dist') return [];
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) ? [path] : [];
  });
}

const CONSOLE = join('apps', 'console', 'src', 'locale');

/** Keys of the console's words as its code says them: `space:part.part`. */
export async function consoleKeys() {
  return (await catalogue(CONSOLE)).map(({ place }) => place.slice(CONSOLE.length + 1).replace('.', ':'));
}

/** What resources are called on the console. */
async function nouns() {
  const { ENTRIES, OTHER_NOUNS } = await import(join(root, 'apps/console/src/features/resources.ts'));
  return [...ENTRIES.map((entry) => entry.words), ...OTHER_NOUNS].flatMap(({ key, ...parts }) =>
    Object.entries(parts).map(([part, words]) => ({ place: `noun ${key}.${part}`, texts: languages.map((language) => words[language]) })),
  );
}

async function catalogue(folder) {
  if (!existsSync(join(root, folder))) return [];
  const trees = await Promise.all(languages.map((language) => import(join(root, folder, language, 'index.ts'))));
  const flat = trees.map((tree) => flatten(tree));
  // Nothing found is nothing judged, and every check would be content.
  if (flat.some((one) => one.size === 0)) throw new Error(`${folder} has no texts`);
  return [...new Set(flat.flatMap((one) => [...one.keys()]))].map((key) => ({
    place: `${folder} ${key}`,
    texts: flat.map((one) => one.get(key)),
  }));
}

function flatten(value, path = '', found = new Map()) {
  if (typeof value === 'string') found.set(path, value);
  else for (const [key, inner] of Object.entries(value ?? {})) flatten(inner, path ? `${path}.${key}` : key, found);
  return found;
}

/** The literal arguments of `text('…', '…', '…')`, also under its usual short names. */
function literals(file) {
  const content = readFileSync(join(root, file), 'utf8');
  if (!/from '(?:@postern\/contract|\.)\/text(?:\.ts)?'/.test(content)) return [];
  const literal = `\\s*('(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|\`(?:[^\`\\\\]|\\\\.)*\`)\\s*`;
  const call = new RegExp(`\\b(?:text|words|t)\\(${literal},${literal},${literal},?\\s*\\)`, 'g');
  return (
    [...content.matchAll(call)]
      // Put together from texts that are judged where they stand.
      .filter((match) => !match[0].includes('${'))
      .map((match) => ({
        place: `${file}:${content.slice(0, match.index).split('\n').length}`,
        texts: match.slice(1, 4).map((quoted) => quoted.slice(1, -1)),
      }))
  );
}
