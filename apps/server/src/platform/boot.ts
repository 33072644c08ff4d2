import type { Log } from '@postern/resource';
import type { Settings } from './config/settings.ts';
import { bootstrapTokenFile, readOrMakeToken } from './config/token-file.ts';
import { movedTo } from './database/runtime-role.ts';
import { createPlatform, type Platform, type PlatformOptions } from './platform.ts';
import { loadKeyring } from './secrets/keyring.ts';

/** A platform for a process: keys and tokens from the environment or the data folder. */
export async function bootPlatform(
  settings: Settings,
  databaseUrl: string,
  log: Log,
  name: string,
  more: Pick<PlatformOptions, 'statementTimeout' | 'processes'> = {},
): Promise<Platform> {
  const { databaseUrl: given, databaseDirectUrl } = settings;
  // Migrations and commands go past the pooler as a whole.
  const pooled = given !== undefined && new URL(given).host === new URL(databaseUrl).host;
  const directUrl = databaseDirectUrl !== undefined && pooled ? movedTo(databaseUrl, databaseDirectUrl) : undefined;
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
    ...(directUrl === undefined ? {} : { directUrl }),
    ...more,
  });
}
