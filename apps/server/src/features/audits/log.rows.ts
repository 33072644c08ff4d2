import { ORG } from '@postern/contract/ids';
import { and, type Context, eb, or, type Rows, rowsOf, type Where } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import { isMember, isMemberName } from '../rbac/index.ts';
import { loginLog, operateLog } from './logs.resource.ts';

/** Operations in the organisation. */
export const operateRows = rowsOf(operateLog);

/** Notes beside objects of the organisation (`activity_logs`, which is no resource). */
export const noteRows = rowsOf({ scope: 'org' });

/** Logins, which belong to no organisation: in one, those under the names of its members. */
export const loginRows = rowsOf(loginLog, (ctx, t) => (ctx.org.isRoot ? undefined : isMemberName(ctx, t('username'))));

/** Logins of whoever asks, whichever organisation they are in. */
export const ownLoginRows = rowsOf(loginLog, (ctx, t) => eb(t('username'), '=', ctx.actor.username));

/** Changes of passwords among the operations, wherever they were made: in an organisation, those of its members' passwords. */
export const passwordChangeRows = rowsOf({ scope: 'system' }, (ctx, t) => {
  const members = eb
    .selectFrom('users as u')
    .select(eb.cast('u.id', 'text').as('id'))
    .where(isMember(ctx, eb.ref('u.id')));
  return and(eb(t('action'), '=', 'change_password'), ctx.org.isRoot ? undefined : eb(t('resource_id'), 'in', members));
});

/** Rows here and those of the system's own organisation, in which events of the whole installation are kept. */
export const withSystem =
  (rows: Rows) =>
  (ctx: Context, alias: string): Where =>
    ctx.org.isRoot ? rows(ctx, alias) : or(rows(ctx, alias), rows(inOrganisation(ctx, ORG.SYSTEM), alias));
