import { type Assembly, assemble } from '../app.ts';
import { bootPlatform } from '../platform/boot.ts';
import { type Settings, SettingsError } from '../platform/config/settings.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { createLog } from '../platform/log.ts';
import type { Platform } from '../platform/platform.ts';
import { createSecretBox } from '../platform/secrets/envelope.ts';
import { loadKeyring } from '../platform/secrets/keyring.ts';
import { print } from './print.ts';

/** The installation that a command is about, opened for it. */

/** PostgreSQL manual, appendix A. */
const UNDEFINED_TABLE = '42P01';

/** Opens what the database keeps encrypted, before there is a platform. */
export const boxOf = async (settings: Settings) => createSecretBox(await loadKeyring(settings.dataDir, settings.secretKeys));

/** Runs work against the database of the settings, as its owner: the given one, or the embedded one, started for the occasion if needed. */
export async function withDatabase<T>(settings: Settings, work: (ownerUrl: string) => Promise<T>): Promise<T> {
  if (settings.databaseUrl) return work(settings.databaseOwnerUrl ?? settings.databaseDirectUrl ?? settings.databaseUrl);
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, log: print });
  try {
    return await work(embedded.url);
  } finally {
    if (!embedded.adopted) await embedded.stop();
  }
}

/**
 * Runs work on the platform of an installation, beside whatever serves it.
 * @throws SettingsError when the database is empty
 */
export async function withPlatform<T>(
  settings: Settings,
  url: string,
  name: string,
  work: (platform: Platform, assembly: Assembly) => Promise<T>,
): Promise<T> {
  const platform = await bootPlatform(settings, url, createLog(settings.logLevel, name), `postern ${name}`);
  try {
    await platform.start().catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE)
        throw new SettingsError(['the database is empty: run `postern migrate` first']);
      throw error;
    });
    return await work(platform, assemble(platform));
  } finally {
    await platform.stop();
  }
}
