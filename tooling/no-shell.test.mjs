import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOf } from './files.mjs';
import { root } from './prepare.mjs';

// What no test of behaviour could prove: that nowhere a shell, a statement or chance is made out of text (standing suite 5).

/** What must not stand in code that runs on a server. WinRM compares the certificate with the pinned one by itself. */
const FORBIDDEN = [
  { what: /\bshell:\s*true/, why: 'a program starts with an argument array' },
  { what: /\b(execSync|execFileSync|spawnSync)\(/, why: 'a program is never waited for by the whole process' },
  { what: /(?<![.\w])exec\(/, why: 'exec is a shell' },
  { what: /\bnew Function\(|(?<![.\w])eval\(/, why: 'no text becomes code' },
  { what: /Math\.random\(/, why: 'chance that can be foreseen (CVE-2023-42820)' },
  { what: /\bsql\.raw\(/, why: 'no text becomes SQL' },
  {
    what: /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/,
    why: 'certificates are verified',
    except: ['apps/server/src/features/automations/methods/winrm-http.ts'],
  },
  { what: /['"`](\/bin\/)?(ba|da|z)?sh['"`]\s*,\s*\[\s*['"`]-c/, why: 'a shell by another name' },
];

const files = filesOf('apps/server/src', 'apps/gateway/src', 'apps/cli/src', 'packages/*/src').filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|\/testkit\/|\/ui\/|demo-target/.test(file),
);

/** Comments say what is avoided, and may name it. */
const code = (text) => text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|\s)\/\/[^\n]*/g, '$1');

test('no shell, no statement and no chance is made out of text', () => {
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) => {
    const lines = code(readFileSync(join(root, file), 'utf8')).split('\n');
    return lines.flatMap((line, at) =>
      FORBIDDEN.filter(({ what, except = [] }) => what.test(line) && !except.includes(file)).map(
        ({ why }) => `${file}:${at + 1}: ${why}: ${line.trim().slice(0, 100)}`,
      ),
    );
  });
  expect(found).toEqual([]);
});
