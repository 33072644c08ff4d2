import type { SettingsReader } from '@postern/contract/settings';
import type { Kernel } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { makeAccounts } from './host-accounts.ts';
import { publishOn } from './publication.resource.ts';

/** Brings hosts to what they have to have: applications and logins of people. */
export const PREPARE = 'applet-hosts.prepare';

interface PrepareDeps {
  kernel(): Kernel;
  settings: SettingsReader;
  /** Runs work in a transaction of the system's own. */
  system: Pick<SystemAccess, 'asSystem'>;
}

/**
 * Sent when a host or a person came, and by itself for what a stopped process has left. Every run finds out anew what is missing, in
 * transactions of so many logins: an import of people makes many.
 */
export const prepareJob = ({ kernel, settings, system }: PrepareDeps): Job => ({
  name: PREPARE,
  schedule: '*/10 * * * *',
  transaction: false,
  async run(ctx) {
    const rows = await ctx.tx.selectFrom('applet_hosts').select('asset_id as id').orderBy('asset_id').execute();
    for (const { id } of rows) {
      await system.asSystem('applications on a host', (inner) => publishOn(kernel(), inner, id));
      const next = (): Promise<number> =>
        system.asSystem('logins on a host', (inner) => makeAccounts(kernel(), inner, id, settings.get('TERMINAL_ACCOUNTS_AMOUNT')));
      while ((await next()) > 0);
    }
  },
});
