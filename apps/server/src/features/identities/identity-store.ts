import type { Context } from '@postern/resource';

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
