import { CodedError } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import { anyRow } from '../database/any-row.ts';
import { now } from '../database/moment.queries.ts';

/**
 * A component acts for, and is told of, people who logged in through itself: whose live login came from its address, and who may still log
 * in. Else whoever took one over would have every account of every person, and the list of their machines.
 * @throws CodedError person_not_here
 */
export async function requirePersonHere(ctx: Context, userId: string): Promise<void> {
  const here = await anyRow(
    ctx.tx
      .selectFrom('bearer_tokens as b')
      .innerJoin('terminals as c', (join) => join.onRef('c.remote_addr', '=', 'b.door_addr').on('c.user_id', '=', ctx.actor.id))
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .where('b.user_id', '=', userId)
      .where('b.expires_at', '>', now)
      .where('b.door_addr', '<>', '')
      .where('u.is_active', '=', true)
      .where((eb) => eb.or([eb('u.date_expired', 'is', null), eb('u.date_expired', '>', ctx.clock())])),
  );
  if (!here) throw new CodedError('person_not_here');
}
