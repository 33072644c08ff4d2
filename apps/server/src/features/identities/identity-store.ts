import { among, at, type Context } from '@postern/resource';

/** The person whom an account of another place belongs to; noted as used now. */
export async function linkedPerson(ctx: Context, provider: string, subject: string): Promise<string | undefined> {
  const found = await ctx.tx
    .updateTable('external_identities')
    .set({ date_last_used: ctx.clock() })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .returning('user_id')
    .executeTakeFirst();
  return found?.user_id;
}

/** Whether a person has an account at a place already. */
export async function hasLink(ctx: Context, provider: string, userId: string): Promise<boolean> {
  const found = await ctx.tx
    .selectFrom('external_identities')
    .select('subject')
    .where('provider', '=', provider)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function link(ctx: Context, provider: string, subject: string, userId: string): Promise<void> {
  await ctx.tx.insertInto('external_identities').values({ provider, subject, user_id: userId }).execute();
}

/** People by what a place calls them: many at once, and not noted as used. */
export async function linkedPeople(ctx: Context, provider: string, subjects: readonly string[]): Promise<Map<string, string>> {
  const found = await ctx.tx
    .selectFrom('external_identities as e')
    .select(['e.subject', 'e.user_id'])
    .where('e.provider', '=', provider)
    .where(among(at('e')('subject'), subjects))
    .execute();
  return new Map(found.map(({ subject, user_id }) => [subject, user_id]));
}

/** Links people with their accounts at a place: many at once. Who has one there already keeps that. */
export async function linkPeople(ctx: Context, provider: string, links: readonly { subject: string; user_id: string }[]): Promise<void> {
  if (links.length === 0) return;
  await ctx.tx
    .insertInto('external_identities')
    .values(links.map((one) => ({ provider, ...one })))
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** Of some people, those who have an account at a place. */
export async function linkedAmong(ctx: Context, provider: string, userIds: readonly string[]): Promise<Set<string>> {
  const found = await ctx.tx
    .selectFrom('external_identities as e')
    .select('e.user_id')
    .where('e.provider', '=', provider)
    .where(among(at('e')('user_id'), userIds))
    .execute();
  return new Set(found.map(({ user_id }) => user_id));
}
