// What comments and pages stand on is in the tree: every page, heading and decision that is cited is there, and nothing else is cited.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf } from './files.mjs';
import { root } from './prepare.mjs';

/** Printed, drawn, or not ours to word. */
const LEFT_OUT =
  /^(docs\/openapi\.json|package-lock\.json|LICENSE|docs\/pictures\/|tooling\/citations)|\.(png|webp|svg|woff2?|ico|gz|zip)$/;

/** Papers that stood outside of the tree; whoever reads it cannot open them. */
const ELSEWHERE = [
  /\bcontract\/[a-z-]+\.md\b/,
  /\bscreens\/[a-z-]+\.md\b/,
  /\bspec(\.txt)?,? §/i,
  /\bDESIGN\b/,
  /(?<![\w-])(field|look|style|engines|desktops|component-protocol)\.md\b/,
  /\b(shell|console(-[a-z]+)?|audit|settings|profile|workbench|terminal-app|tickets|field|terminal|component-protocol) §\d/,
  /\bREF BUG\b/,
  /\bissue \d+( §|\b)/i,
];
/** Standards of others, whose sections may be named, before the sign or earlier in the sentence. */
const STANDARD = /RFC \d+|WebAuthn|XCU|POSIX|APPNOTE|PNG specification|NIST|BIP|ECMA|WCAG|OpenSSH|PROTOCOL|X\.\d+|ISO/;

/**
 * The anchor of a heading as Markdown readers make it.
 *
 * @param {string} heading
 */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** @param {string} text Markdown */
const anchorsOf = (text) => new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading)));

/**
 * What is wrong with the citations of one file.
 *
 * @param {string} file path from the root
 * @param {string} text
 * @param {(path: string) => string | undefined} read the text of a page, by its path from the root
 * @param {ReadonlySet<string>} decisions their numbers
 * @returns {{ line: number, fault: string }[]}
 */
export function faultsOf(file, text, read, decisions) {
  return text.split('\n').flatMap((words, at) => {
    const faults = [];
    for (const pattern of ELSEWHERE) {
      const found = pattern.exec(words);
      if (found) faults.push(`names a paper that is not in the tree: ${found[0]}`);
    }
    const before = text.split('\n').slice(Math.max(0, at - 1), at + 1);
    if (words.includes('§') && faults.length === 0 && !STANDARD.test(before.join(' '))) faults.push('a section of what?');
    for (const [, path = '', , anchor] of words.matchAll(/(?<![\w/.-])(docs\/[\w/-]+\.md)(#([\p{L}\p{N}_-]+))?/gu)) {
      const page = read(path);
      if (page === undefined) faults.push(`${path} is not there`);
      else if (anchor && !anchorsOf(page).has(anchor)) faults.push(`${path} has no heading #${anchor}`);
    }
    if (file.endsWith('.md'))
      for (const [, path = '', , anchor] of words.matchAll(/\]\(([\w./-]+\.md)?(#([\p{L}\p{N}_-]+))?\)/gu)) {
        const home = path === '' ? file : normalize(join(dirname(file), path));
        const page = read(home);
        if (page === undefined) faults.push(`${home} is not there`);
        else if (anchor && !anchorsOf(page).has(anchor)) faults.push(`${home} has no heading #${anchor}`);
      }
    for (const [, number = ''] of words.matchAll(/\bdecisions? (\d{4})\b/g))
      if (!decisions.has(number)) faults.push(`there is no decision ${number}`);
    for (const [, number = ''] of words.matchAll(/docs\/decisions\/(\d{4})(?![\w-]*\.md)/g))
      if (!decisions.has(number)) faults.push(`there is no decision ${number}`);
    return faults.map((fault) => ({ line: at + 1, fault }));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const decisions = new Set(
    filesOf('docs/decisions')
      .map((path) => /\/(\d{4})-/.exec(path)?.[1])
      .filter(Boolean),
  );
  const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined);
  const files = filesOf().filter((file) => !LEFT_OUT.test(file));
  let count = 0;
  for (const file of files)
    for (const { line, fault } of faultsOf(file, read(file) ?? '', read, decisions)) {
      count += 1;
      process.stdout.write(`${file}:${line}: ${fault}\n`);
    }
  process.stdout.write(`${files.length} files, ${count} faults\n`);
  process.exitCode = count === 0 ? 0 : 1;
}
