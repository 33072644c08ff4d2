import type { Context } from '@postern/resource';
import { recordHistory } from './secret-history.ts';

/** What is written of accounts because a machine said so: beside the forms, and no change that people made. */

/** What a login with an account has shown. */
export async function noteLogin(ctx: Context, id: string, connectivity: 'ok' | 'err' | '-'): Promise<void> {
  await ctx.tx.updateTable('accounts').set({ connectivity, date_verified: ctx.clock() }).where('id', '=', id).execute();
}

/** The machine takes another secret now: the account gets it as a new version, with history. The caller audits it. */
export async function replaceSecret(ctx: Context, id: string, secret: { encrypted: string; fingerprint: string | null }): Promise<void> {
  await ctx.tx
    .updateTable('accounts')
    .set((eb) => ({
      secret: secret.encrypted,
      ssh_fingerprint: secret.fingerprint,
      version: eb('version', '+', 1),
      date_updated: ctx.clock(),
    }))
    .where('id', '=', id)
    .execute();
  await recordHistory(ctx, [id]);
}
