import type { Log } from '@postern/resource';
import type { Settings } from './config/settings.ts';
import { bootstrapTokenFile, readOrMakeToken } from './config/token-file.ts';
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
  const again = (): Promise<string> => readOrMakeToken(bootstrapTokenFile(settings.dataDir));
  const bootstrapToken = settings.bootstrapToken ?? (await again());
  return createPlatform({
    settings,
    databaseUrl,
    keyring,
    bootstrapToken,
    ...(settings.bootstrapToken === undefined ? { bootstrapTokenAgain: again } : {}),
    log,
    name,
    ...(statementTimeout === undefined ? {} : { statementTimeout }),
  });
}
