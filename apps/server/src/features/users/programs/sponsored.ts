import { at, type Context, eb, type Where } from '@postern/resource';
import type { SqlBool } from 'kysely';
import { answers } from '../outside/outside-rules.ts';

/**
 * Whether somebody answers for a service account. Looked up by the sponsor of the row alone: where it could, PostgreSQL would hash all people first.
 * @param alias of the table of service accounts in the query
 */
export const isSponsored = (ctx: Context, alias: string): Where => {
  const able = eb
    .selectFrom('users as s')
    .select(eb.and([answers(ctx, at('s'))]).as('able'))
    .whereRef('s.id', '=', `${alias}.sponsor_id`);
  return eb.fn.coalesce(able, eb.lit(false)).$castTo<SqlBool>();
};
