import { CodedError, InvalidInput } from '@postern/contract/errors';
import { type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { sameText } from '../../platform/auth/random.ts';
import { componentSessions } from '../../platform/component-sessions.ts';
import { inOrganisation } from '../../platform/context.ts';
import { anyRow } from '../../platform/database/any-row.ts';
import { isMember } from '../rbac/index.ts';
import { LOGIN_FROM } from '../sessions/index.ts';

/** Refused tries after which a share is over: nobody guesses with the names of others either. */
const MAX_REFUSED = 10;

const SHARING = text('session share', '会话分享', 'セッション共有');

/** Why somebody may not join, in words for the component that asks. */
export const REFUSALS = {
  inactive: text('This share is over.', '该分享已失效。', 'この共有は終了しました。'),
  expired: text('This share has expired.', '该分享已过期。', 'この共有は期限切れです。'),
  stranger: text('This share is not for you.', '你不在该分享的范围内。', 'この共有の対象ではありません。'),
  code: text('The code is wrong.', '验证码错误。', '確認コードが正しくありません。'),
  again: text('You have used this link before.', '你已使用过该链接。', 'このリンクは使用済みです。'),
} as const satisfies Record<string, Text>;

/** The live session of a share and the component that carries it; undefined where the caller may not join by it, and where there is none. The code is not asked here. */
export async function carrierOfShared(ctx: Context, sharing: string): Promise<{ session: string; terminal: string } | undefined> {
  const found = await ctx.tx
    .selectFrom('session_sharings as x')
    .innerJoin('sessions as s', 's.id', 'x.session_id')
    .select(['x.org_id', 'x.session_id', 'x.users', 'x.expired_time', 'x.date_created', 's.terminal_id'])
    .where('x.id', '=', sharing)
    .where('x.is_active', '=', true)
    .where('s.is_finished', '=', false)
    .executeTakeFirst();
  if (!found?.terminal_id || hasExpired(ctx, found)) return undefined;
  if (found.users.length > 0 && !found.users.includes(ctx.actor.id)) return undefined;
  const member = await anyRow(
    ctx.tx
      .selectFrom('users as u')
      .where('u.id', '=', ctx.actor.id)
      .where(({ ref }) => isMember(inOrganisation(ctx, found.org_id), ref('u.id'))),
  );
  return member ? { session: found.session_id, terminal: found.terminal_id } : undefined;
}

const hasExpired = (ctx: Context, { expired_time, date_created }: { expired_time: number; date_created: Date }): boolean =>
  date_created.getTime() + expired_time * 60_000 < ctx.clock().getTime();

/** The share, when it is of a session that the calling component carries. Locked, so that two who join at once are counted one by one. */
export async function sharedBy(ctx: Context, sharing: string) {
  const found = await ctx.tx
    .selectFrom('session_sharings as x')
    .innerJoin('sessions as s', 's.id', 'x.session_id')
    .select(['x.id', 'x.org_id', 'x.session_id', 'x.session_display', 'x.users', 'x.action_permission', 'x.sealed_code'])
    .select(['x.is_active', 'x.expired_time', 'x.date_created', 's.is_finished'])
    .where('x.id', '=', sharing)
    .where(componentSessions(ctx, 's'))
    .forUpdate('x')
    .executeTakeFirst();
  if (!found) throw new CodedError('object_does_not_exist', { resource: SHARING[ctx.language] });
  const { is_active, is_finished, expired_time, date_created, ...shared } = found;
  return { ...shared, over: !is_active || is_finished, expired: hasExpired(ctx, { expired_time, date_created }) };
}
type Shared = Awaited<ReturnType<typeof sharedBy>>;

/** Somebody who comes to a share. */
interface Joiner {
  id: string;
  name: string;
  username: string;
  member: boolean;
}

/** Somebody who is let into the installation at all. @throws InvalidInput under `joiner` */
export async function joinerOf(ctx: Context, { org_id }: Shared, id: string): Promise<Joiner> {
  const found = await ctx.tx
    .selectFrom('users as u')
    .select(({ and, ref }) => ['u.id', 'u.name', 'u.username', and([isMember(inOrganisation(ctx, org_id), ref('u.id'))]).as('member')])
    .where('u.id', '=', id)
    .where('u.is_active', '=', true)
    .where('u.is_service_account', '=', false)
    .where(({ eb, or }) => or([eb('u.date_expired', 'is', null), eb('u.date_expired', '>', ctx.clock())]))
    .executeTakeFirst();
  if (!found) throw InvalidInput.on('joiner', 'does_not_exist', { value: id });
  return { ...found, member: Boolean(found.member) };
}

/** Why somebody may not join; undefined when they may. In the order that clients know, the wall between organisations first. */
export async function refusalOf(ctx: Context, shared: Shared, joiner: Joiner, code: string): Promise<keyof typeof REFUSALS | undefined> {
  if (shared.over) return 'inactive';
  if (shared.expired) return 'expired';
  if (!joiner.member || (shared.users.length > 0 && !shared.users.includes(joiner.id))) return 'stranger';
  if (!sameText(code, ctx.secrets.decrypt(shared.sealed_code))) return 'code';
  const before = await anyRow(
    ctx.tx.selectFrom('session_join_records').where('sharing_id', '=', shared.id).where('joiner_id', '=', joiner.id),
  );
  return before ? 'again' : undefined;
}

/** After too many refused tries a share is over. Its row is locked. */
export async function endWhereGuessed(ctx: Context, { id }: Shared): Promise<void> {
  const refused = await ctx.tx
    .selectFrom('session_join_records')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('sharing_id', '=', id)
    .where('is_success', '=', false)
    .executeTakeFirstOrThrow();
  if (refused.n >= MAX_REFUSED) await ctx.tx.updateTable('session_sharings').set({ is_active: false }).where('id', '=', id).execute();
}

/** Whether somebody may have come by this (`LOGIN_FROM`). */
export const isLoginSource = (given: string): boolean => LOGIN_FROM.some(({ value }) => value === given);
