// Tables of the documentation name the test that fails when a line of theirs stops being true. Here those names are looked up.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const sources = new Map();
const sourceOf = (file) => {
  if (!sources.has(file)) sources.set(file, existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined);
  return sources.get(file);
};

/**
 * Why a named test cannot fail; undefined when it is there.
 *
 * @param {string} name `path/from/root.test.ts > title`, the title as its source writes it, without what `describe` puts before it
 */
export function missingTest(name) {
  const [file = '', ...title] = name.split(' > ');
  const source = sourceOf(file);
  if (!/\.test\.(ts|tsx|mjs)$/.test(file)) return `${name}: names no test file`;
  if (source === undefined) return `${name}: the file is gone`;
  const words = title.join(' > ').trim();
  if (words === '') return `${name}: names no test`;
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${words}${quote}`)) ? undefined : `${name}: no test of that title`;
}

/**
 * The rows of all tables of a Markdown text: cells by the head of their column, without backquotes around them.
 *
 * @param {string} text
 * @returns {{ section: string, cells: Record<string, string> }[]} `section` is the heading above
 */
export function tableRows(text) {
  const rows = [];
  let section = '';
  let heads;
  for (const line of text.split('\n')) {
    const heading = /^#+ (.*)$/.exec(line);
    if (heading) section = heading[1];
    if (!line.startsWith('|')) {
      heads = undefined;
      continue;
    }
    const cells = line
      .slice(1, line.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) =>
        cell
          .trim()
          .replaceAll('\\|', '|')
          .replace(/^`([^`]*)`$/, '$1'),
      );
    if (!heads) heads = cells;
    else if (!cells.every((cell) => /^:?-+:?$/.test(cell)))
      rows.push({ section, cells: Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? ''])) });
  }
  return rows;
}
