// Addresses of the API stand where they are declared, in the server, and in the table that the client is made of. Everybody else calls
// `client.users.list()` or names `addressOf('users')`, so that what is renamed does not compile (decision 0088).
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { filesOf } from './files.mjs';

const APPS = 'accounts|acls|assets|audits|authentication|common|notifications|ops|orgs|perms|rbac|settings|terminal|tickets|users|xpack';
/**
 * A text that begins with an address, or has the whole of one in it; and one that goes on where a named address ends: what lies below it
 * has a name of its own.
 */
const ADDRESS = new RegExp(
  [
    `(?<!from |import\\()['"\`](?:${APPS})/[a-z_-]+/`,
    '/api/v1/[a-z$]',
    `['"\`](?:index|health)/['"\`?]`,
    '(?:\\.url|\\baddressOf\\([^`]*\\))\\}[\\w$?]',
  ].join('|'),
  'g',
);

/** The other end of the wire: what declares addresses, and what is tested against them. */
const wire = /^(apps\/server|packages\/(resource|contract|client))\/|(\.test\.tsx?|\.test\.mjs)$|\/test\//;

const looked = /^(apps|packages|e2e|bench)\/.*\.tsx?$/;

const placesIn = (text) => [...text.matchAll(ADDRESS)].map(({ 0: found, index }) => [text.slice(0, index).split('\n').length, found]);

/** @returns addresses in a file that has no business with them, one line for each */
export function refusals(path, text) {
  if (!looked.test(path) || wire.test(path)) return [];
  return placesIn(text).map(([line, found]) => `${path}:${line}: ${found} — call it, or name it with addressOf ('@postern/client/api')`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = filesOf()
    .filter((path) => looked.test(path) && !wire.test(path))
    .flatMap((path) => refusals(path, readFileSync(path, 'utf8')));
  for (const line of found) process.stdout.write(`${line}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
