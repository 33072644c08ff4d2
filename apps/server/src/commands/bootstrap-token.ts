import { type Settings, SettingsError } from '../platform/config/settings.ts';
import { bootstrapTokenFile, readOrMakeToken, replaceToken } from '../platform/config/token-file.ts';
import { BOOTSTRAP_CHANNEL } from '../platform/platform.ts';
import { withDatabase, withPlatform } from './installation.ts';
import { print } from './print.ts';

/** Shows or replaces the token with which components register; servers of this data folder believe the new one at once. */
export async function bootstrapToken(settings: Settings, verb: string | undefined): Promise<number> {
  if (verb === 'show') {
    print(settings.bootstrapToken ?? (await readOrMakeToken(bootstrapTokenFile(settings.dataDir))));
    return 0;
  }
  if (settings.bootstrapToken !== undefined)
    throw new SettingsError(['POSTERN_BOOTSTRAP_TOKEN gives the token: change it there, on every node, and restart']);
  return withDatabase(settings, (url) =>
    withPlatform(settings, url, 'bootstrap-token', async (platform) => {
      const token = await replaceToken(bootstrapTokenFile(settings.dataDir));
      await platform.asSystem('postern bootstrap-token', async (ctx) => {
        ctx.audit({
          action: 'update',
          resourceType: 'terminal',
          resourceId: '',
          resource: 'bootstrap token',
          changes: [{ field: 'bootstrap_token', before: '', after: 'replaced' }],
        });
        await platform.events.publish(ctx.tx, BOOTSTRAP_CHANNEL, {});
      });
      print(token);
      return 0;
    }),
  );
}
