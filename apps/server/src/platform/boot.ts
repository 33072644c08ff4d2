import { join } from 'node:path';
import type { Log } from '@postern/resource';
import type { Settings } from './config/settings.ts';
import { readOrMakeToken } from './config/token-file.ts';
import { createPlatform, type Platform } from './platform.ts';
import { loadKeyring } from './secrets/keyring.ts';

/** A platform for a process: keys and tokens from the environment or the data folder. */
export async function bootPlatform(
  settings: Settings,
  databaseUrl: string,
  log: Log,
  name: string,
  statementTimeout?: number,
): Promise<Platform> {
  const keyring = await loadKeyring(settings.dataDir, settings.secretKeys);
  const bootstrapToken = settings.bootstrapToken ?? (await readOrMakeToken(join(settings.dataDir, 'bootstrap-token')));
  return createPlatform({
    settings,
    databaseUrl,
    keyring,
    bootstrapToken,
    log,
    name,
    ...(statementTimeout === undefined ? {} : { statementTimeout }),
  });
}
