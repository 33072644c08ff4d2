import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Patterns of persons reach RE2 and nothing else (docs/decisions/0063): whoever compiles a pattern that is no literal says here why it is ours.

const root = new URL('..', import.meta.url).pathname;

/** Sources that run, without tests. */
function sources(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist', 'test', 'migrations'].includes(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.(test|gen)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** What JavaScript or PostgreSQL would match by going back and trying again. */
const ENGINES = [/\bRegExp\(/, /\b(?:similar to|regexp_\w+|matches_pattern)\b/i, /\s!?~\*?\s+(?:\$\{|'|\$\d)/, /,\s*'!?~\*?'/];

const OURS = {
  'apps/server/src/features/automations/methods/winrm-soap.ts': 'puts constants of its own together',
  'apps/server/src/features/jobs/playbook/escapes.fixtures.ts': 'is what playbooks would match, inside of a sandbox, in tests',
  'apps/server/src/features/playbooks/tables.ts': 'is a constraint on the form of paths, a literal',
  'apps/server/src/features/storages/s3.ts': 'puts the names of XML elements in, which are constants',
  'apps/server/src/platform/secrets/rotation.queries.ts': 'looks for encrypted values by a pattern made of key ids',
};

test('no pattern but a literal of ours is given to an engine that goes back and tries again', () => {
  const found = ['apps', 'packages'].flatMap(sources).filter((path) => {
    if (path.startsWith('packages/testkit/')) return false;
    const text = readFileSync(join(root, path), 'utf8');
    return ENGINES.some((engine) => engine.test(text));
  });
  expect(found.sort()).toEqual(Object.keys(OURS));
});
