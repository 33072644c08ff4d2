import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../../../test/harness.ts';
import { MASTER_KEY } from '../../../test/test-platform.ts';
import { bootPlatform } from '../boot.ts';
import { createLog } from '../log.ts';
import { readSettings } from './settings.ts';
import { bootstrapTokenFile } from './token-file.ts';

const entry = fileURLToPath(new URL('../../postern.ts', import.meta.url));

test('a replaced bootstrap token is the one a running server believes', async () => {
  const [database, dataDir] = await Promise.all([cloneDatabase(), mkdtemp(join(tmpdir(), 'postern-bootstrap-'))]);
  const env = {
    PATH: process.env.PATH,
    POSTERN_DATA_DIR: dataDir,
    POSTERN_SECRET_KEY: MASTER_KEY,
    DATABASE_URL: database.url,
    POSTERN_LOG_LEVEL: 'silent',
  };
  const command = async (verb: string) =>
    (await promisify(execFile)(process.execPath, [entry, 'bootstrap-token', verb], { env })).stdout.trim();
  const platform = await bootPlatform(readSettings(env), database.url, createLog('silent', 'test'), 'test');
  await platform.start();
  try {
    const before = platform.bootstrapToken();
    const token = await command('rotate');
    expect(token).not.toBe(before);
    await expect.poll(() => platform.bootstrapToken()).toBe(token);
    const file = bootstrapTokenFile(dataDir);
    expect([(await readFile(file, 'utf8')).trim(), (await stat(file)).mode & 0o777]).toEqual([token, 0o600]);
    expect(await command('show')).toBe(token);
  } finally {
    await platform.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 300_000);
