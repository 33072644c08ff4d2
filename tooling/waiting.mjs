// Tests wait for conditions: a fixed pause is too short on a busy machine and too long on an idle one. And a picture is kept by the one
// function that sees to it that something is on it. Refuses what goes around either.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { filesOf } from './files.mjs';

const tests = /(\.test\.tsx?|\.test\.mjs)$|^e2e\/|^apps\/[^/]+\/test\/|^apps\/[^/]+\/src\/test\/|^packages\/testkit\//;

/** What is refused, where it is allowed all the same, and what to do instead. */
const rules = [
  {
    pattern: /\.waitForTimeout\(/,
    allowed: [],
    instead: 'wait for what the pause is for: screenHere, waitFor, until',
  },
  {
    pattern: /\bsetTimeout\b[^\n]*from '(node:)?timers\/promises'|(node:)?timers\/promises'\)/,
    allowed: ['packages/testkit/src/until.ts'],
    instead: "wait for what the pause is for: until, within, rests ('@postern/testkit/until')",
  },
  {
    // `new Promise((done) => setTimeout(done, 50))`, however the function is called and whatever it does first.
    pattern: /new Promise(<[^>]*>)?\(\s*\(?\w+\)?\s*=>\s*\{?\s*(void )?setTimeout\(/,
    allowed: [],
    instead: "wait for what the pause is for: until, within, rests ('@postern/testkit/until')",
  },
  {
    pattern: /\.screenshot\(|captureScreenshot/,
    allowed: ['e2e/support/picture.ts'],
    instead: 'keep it with shoot, which waits for the screen and refuses a blank one',
  },
];

/** @returns what a file of tests does that it may not, one line for each place */
export function refusals(path, text) {
  if (!tests.test(path)) return [];
  return rules.flatMap(({ pattern, allowed, instead }) =>
    allowed.includes(path)
      ? []
      : [...text.matchAll(new RegExp(pattern, 'g'))].map(
          ({ 0: found, index }) => `${path}:${text.slice(0, index).split('\n').length}: ${found.replaceAll(/\s+/g, ' ')} — ${instead}`,
        ),
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = filesOf().filter((path) => tests.test(path) && path !== 'tooling/waiting.test.mjs');
  const found = files.flatMap((path) => refusals(path, readFileSync(path, 'utf8')));
  for (const line of found) process.stdout.write(`${line}\n`);
  process.stdout.write(`${files.length} files of tests\n`);
  process.exitCode = found.length === 0 && files.length > 0 ? 0 : 1;
}
