import { bootPlatform } from '../platform/boot.ts';
import type { Settings } from '../platform/config/settings.ts';
import { createLog } from '../platform/log.ts';
import { addKeyToFile, dropOldKeysFromFile } from '../platform/secrets/keyring.ts';
import { rewrapAll } from '../platform/secrets/rotation.ts';
import { withDatabase, withPlatform } from './installation.ts';
import { print } from './print.ts';

/** Wraps all stored secrets with a new master key. @returns the code to exit with */
export async function rotate(settings: Settings): Promise<number> {
  return withDatabase(settings, async (url) => {
    const fromFile = settings.secretKeys.length === 0;
    if (fromFile) {
      // Makes the file on a machine that never started, and adds the new key.
      await bootPlatform(settings, url, createLog(settings.logLevel, 'rotate'), 'postern rotate').then((platform) =>
        platform.database.close(),
      );
      await addKeyToFile(settings.dataDir);
    }
    return withPlatform(settings, url, 'rotate', async (platform) => {
      const { db } = platform.database;
      // Running processes read the key file again, so that nothing more is wrapped with the old key.
      await platform.events.publish(db, 'master-key', {});
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const count = await rewrapAll(db, platform.keyring, (place, found) => print(`${place}: ${found} rows`));
      if (fromFile) await dropOldKeysFromFile(settings.dataDir);
      await platform.events.publish(db, 'master-key', {});
      print(
        `Done: ${count} rows now use master key ${platform.keyring.current().id}.${fromFile ? '' : ' The older keys of POSTERN_SECRET_KEY can go.'}`,
      );
      return 0;
    });
  });
}
