import { InvalidInput } from '@postern/contract/errors';
import { among, at, type Context, eb, type Tables, type Where } from '@postern/resource';
import { type Expression, expressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { anyRow } from '../../platform/database/any-row.ts';
import type { ExternalSource } from './external-person.ts';

const tables = expressionBuilder<Tables, never>();

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
  return anyRow(ctx.tx.selectFrom('external_identities').where('provider', '=', provider).where('user_id', '=', userId));
}

/** Whether a person has an account at any place of a kind. */
export async function hasLinkOfKind(ctx: Context, source: ExternalSource, userId: string): Promise<boolean> {
  return anyRow(ctx.tx.selectFrom('external_identities').where('provider', 'like', `${source} %`).where('user_id', '=', userId));
}

export async function link(ctx: Context, provider: string, subject: string, userId: string): Promise<void> {
  await ctx.tx.insertInto('external_identities').values({ provider, subject, user_id: userId }).execute();
}

/** What some places call one of our people, as a value of a row that tells who. */
export const externalIdsOfRow = (providers: readonly string[], userId: Expression<unknown>) =>
  jsonArrayFrom(
    tables
      .selectFrom('external_identities as e')
      .select(['e.provider', 'e.subject'])
      .where(among(at('e')('provider'), providers))
      .where(eb(at('e')('user_id'), '=', userId)),
  );

/** Forgets what a place calls a person. @returns what it was; undefined when there was nothing */
export async function unlink(ctx: Context, provider: string, userId: string): Promise<string | undefined> {
  const gone = await ctx.tx
    .deleteFrom('external_identities')
    .where('provider', '=', provider)
    .where('user_id', '=', userId)
    .returning('subject')
    .executeTakeFirst();
  return gone?.subject;
}

/** What a place calls some of our people. */
export async function externalIds(ctx: Context, provider: string, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await ctx.tx
    .selectFrom('external_identities as e')
    .select(['e.user_id', 'e.subject'])
    .where('e.provider', '=', provider)
    .where(among(at('e')('user_id'), userIds))
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.subject]));
}

/** Keeps what a place calls a person, or forgets it. @throws InvalidInput unique when it calls somebody else so */
export async function setExternalId(ctx: Context, provider: string, userId: string, subject: string | null): Promise<void> {
  const theirs = ctx.tx.deleteFrom('external_identities').where('provider', '=', provider).where('user_id', '=', userId);
  await (subject === null ? theirs : theirs.where('subject', '<>', subject)).execute();
  if (subject === null) return;
  if (!(await claim(ctx, provider, userId, subject))) throw InvalidInput.on('externalId', 'unique');
}

/** An account that a person has at another place. */
export interface BoundAccount {
  /** As links say the place: its kind, and which of that kind. */
  place: string;
  subject: string;
  since: Date;
  /** Of the last login by it. */
  used: Date;
}

/** All accounts that a person has at other places, whatever they are for. */
export async function boundAccounts(ctx: Context, userId: string): Promise<BoundAccount[]> {
  return ctx.tx
    .selectFrom('external_identities')
    .select(['provider as place', 'subject', 'date_created as since', 'date_last_used as used'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute();
}

/** Makes an account at a place this person's, when it is nobody's. @returns whether it is theirs now */
export async function claim(ctx: Context, provider: string, userId: string, subject: string): Promise<boolean> {
  await ctx.tx
    .insertInto('external_identities')
    .values({ provider, subject, user_id: userId })
    .onConflict((clash) => clash.doNothing())
    .execute();
  return anyRow(
    ctx.tx.selectFrom('external_identities').where('provider', '=', provider).where('subject', '=', subject).where('user_id', '=', userId),
  );
}

/** Whether a place calls a person so, or anything at all. @param userId the person's id in the query */
export function withExternalId(userId: Expression<unknown>, provider: string, subject?: string): Where {
  const people = expressionBuilder<Tables, never>()
    .selectFrom('external_identities as e')
    .select('e.user_id')
    .where('e.provider', '=', provider);
  return eb(userId, 'in', subject === undefined ? people : people.where('e.subject', '=', subject));
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
