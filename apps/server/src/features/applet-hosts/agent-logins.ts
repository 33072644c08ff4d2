import { CodedError } from '@postern/contract/errors';
import { type Context, formatDatetime, type Kernel } from '@postern/resource';
import type { Host } from './agent-host.ts';

/** Logins of people on a host. What administrators log in with there is not among them. */
export const loginsOf = (ctx: Context, host: Host) =>
  ctx.tx
    .selectFrom('applet_host_accounts as h')
    .innerJoin('accounts as a', 'a.id', 'h.account_id')
    .select(['a.id', 'a.username', 'a.secret', 'a.is_active', 'a.date_updated'])
    .where('h.host_id', '=', host.id)
    .orderBy('a.username');
type Login = Awaited<ReturnType<ReturnType<typeof loginsOf>['executeTakeFirstOrThrow']>>;

/** Logins with their secrets in clear: the only place where a host hears them, each time in the log. */
export function revealed(ctx: Context, host: Host, logins: readonly Login[]): Promise<Record<string, unknown>[]> {
  const after = logins.length === 1 ? String(logins[0]?.username) : String(logins.length);
  ctx.audit({
    action: 'view',
    resourceType: 'applethost',
    resourceId: host.id,
    resource: host.name,
    changes: [{ field: 'accounts', before: '', after }],
  });
  return Promise.all(
    logins.map(async ({ id, username, secret, is_active, date_updated }) => ({
      id,
      username,
      secret: secret ? await ctx.secrets.open(secret) : '',
      is_active,
      date_updated: formatDatetime(date_updated, ctx.timeZone),
    })),
  );
}

/** A login of the host by its id. @throws CodedError object_does_not_exist */
export async function oneLogin(ctx: Context, kernel: Kernel, host: Host, id: string): Promise<Login> {
  const found = await loginsOf(ctx, host).where('a.id', '=', id).executeTakeFirst();
  if (!found) throw new CodedError('object_does_not_exist', { resource: kernel.byName('account').label[ctx.language] });
  return found;
}
