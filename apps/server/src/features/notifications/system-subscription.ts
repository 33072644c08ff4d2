import { ROLE } from '@postern/contract/ids';
import { among, at, type Context } from '@postern/resource';
import type { MessageWords, Messenger } from './messenger.ts';
import { SYSTEM_MESSAGES, type SystemMessage } from './system-messages.ts';
import { type Way, withBox } from './ways.ts';

/** Who gets a message of the system, and by which ways. */
export interface Subscription {
  users: string[];
  groups: string[];
  ways: Way[];
}

async function administrators(ctx: Context): Promise<string[]> {
  const rows = await ctx.tx.selectFrom('role_bindings').select('user_id').distinct().where('role_id', '=', ROLE.SYSTEM_ADMIN).execute();
  return rows.map((row) => row.user_id);
}

/** What was chosen; until somebody chooses who gets it, that is whoever it is meant for at first. */
export async function subscriptionTo(ctx: Context, type: SystemMessage): Promise<Subscription> {
  const stored = await ctx.tx
    .selectFrom('system_msg_subscriptions')
    .select(['users', 'groups', 'receive_backends'])
    .where('message_type', '=', type)
    .executeTakeFirst();
  const users = stored?.users ?? (SYSTEM_MESSAGES[type].first === 'administrators' ? await administrators(ctx) : []);
  return { users: [...users], groups: [...(stored?.groups ?? [])], ways: withBox(stored?.receive_backends) };
}

/** People a subscription reaches: those named and the members of groups, as far as they may still log in. */
export const receiversOf = (ctx: Context, { users, groups }: Pick<Subscription, 'users' | 'groups'>) =>
  ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.username', 'u.email'])
    .where('u.is_service_account', '=', false)
    .where('u.is_active', '=', true)
    .where((eb) => eb.or([eb('u.date_expired', 'is', null), eb('u.date_expired', '>', ctx.clock())]))
    .where(({ or, exists, selectFrom }) =>
      or([
        among(at('u')('id'), users),
        exists(
          selectFrom('user_group_members as m')
            .select('m.user_id')
            .whereRef('m.user_id', '=', 'u.id')
            .where(among(at('m')('group_id'), groups)),
        ),
      ]),
    )
    .orderBy('u.name')
    .orderBy('u.id')
    .execute();

/** Keeps what was chosen; what is left out stays. */
export async function subscribe(ctx: Context, type: SystemMessage, chosen: Partial<Subscription>): Promise<void> {
  const { users, groups, ways } = chosen;
  const set = {
    ...(users ? { users: JSON.stringify(users) } : {}),
    ...(groups ? { groups: JSON.stringify(groups) } : {}),
    ...(ways ? { receive_backends: JSON.stringify(ways) } : {}),
  };
  const first = { message_type: type, users: null, groups: '[]', receive_backends: JSON.stringify(['site_msg']), ...set };
  const insert = ctx.tx.insertInto('system_msg_subscriptions').values(first);
  await (Object.keys(set).length === 0
    ? insert.onConflict((clash) => clash.doNothing())
    : insert.onConflict((clash) => clash.column('message_type').doUpdateSet(set))
  ).execute();
}

/**
 * Sends a message of the system to whoever is subscribed to it, and to `also`, inside the caller's transaction.
 * @param without ways that it does not go by
 */
export async function tellSubscribers(
  ctx: Context,
  messenger: Messenger,
  type: SystemMessage,
  words: MessageWords,
  also: readonly string[] = [],
  without: readonly string[] = [],
): Promise<void> {
  const subscription = await subscriptionTo(ctx, type);
  const people = await receiversOf(ctx, subscription);
  const told: MessageWords = SYSTEM_MESSAGES[type].urgent ? words : { ...words, kind: 'system' };
  const subscribed = people.map(({ id }) => id);
  await messenger.send(
    ctx,
    subscribed,
    told,
    without.length === 0 ? subscription.ways : subscription.ways.filter((way) => !without.includes(way)),
  );
  await messenger.send(
    ctx,
    also.filter((id) => !subscribed.includes(id)),
    words,
  );
}
