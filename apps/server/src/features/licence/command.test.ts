import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LICENCE_USAGE, licenceCommand } from './command.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'postern-licence-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What a command prints, and the code it ends with. */
async function run(...argv: string[]) {
  const printed: string[] = [];
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
  try {
    return { code: await licenceCommand(argv, (line) => printed.push(line)), printed: printed.join('\n') };
  } finally {
    stderr.mockRestore();
  }
}

test('what is not understood, or not complete, ends with the code of wrong use (64) and says how it is used', async () => {
  expect(await run()).toEqual({ code: 64, printed: LICENCE_USAGE });
  expect(await run('keygen')).toEqual({ code: 64, printed: LICENCE_USAGE });
  expect(await run('issue', '--key', 'x', '--corporation', 'Quay')).toEqual({ code: 64, printed: LICENCE_USAGE });
});

test('a key is made where none is yet, for its owner only, and signs licences with seven days of grace', async () => {
  const key = join(dir, 'key.pem');
  expect((await run('keygen', '--out', key)).code).toBe(0);
  expect(statSync(key).mode & 0o777).toBe(0o600);
  await expect(run('keygen', '--out', key)).rejects.toThrow(/EEXIST/);
  const file = join(dir, 'quay.json');
  const issue = ['issue', '--key', key, '--corporation', 'Quay', '--out', file];
  const wrong = await run(...issue, '--expires', 'some day');
  expect([wrong.code, wrong.printed]).toEqual([64, expect.stringContaining('date_expired')]);
  expect((await run(...issue, '--expires', '2030-05-01')).code).toBe(0);
  const { payload } = JSON.parse(readFileSync(file, 'utf8')) as { payload: string };
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    corporation: 'Quay',
    date_expired: '2030-05-01T23:59:59.000Z',
    grace_days: 7,
    asset_count: null,
  });
});
