import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { randomToken, tokenHash } from '../../platform/auth/random.ts';

/** How long a link is good for (docs/wire/users.md#links-by-mail). */
export const LINK_SECONDS = 3600;

/** Longest token that is looked up. */
const MAX_TOKEN = 128;

/** Whose link it is. */
export interface LinkOwner {
  id: string;
  name: string;
  username: string;
}

/** What a link was made for: this password and this address. Either changes, and the link is void. */
const state = sql`encode(sha256(convert_to(coalesce(u.password_hash, '') || ' ' || u.email, 'UTF8')), 'hex')`;

/** Who may have a password here at all (docs/wire/users.md#source). */
export const mayHaveLink = (ctx: Context) =>
  sql<boolean>`(u.source = 'local' and u.is_active and not u.is_service_account and (u.date_expired is null or u.date_expired > ${ctx.clock()}))`;

/**
 * Makes the link of a person; an older one is void from now on. The address is that of the settings: what a request says of
 * its host is whatever the asker wrote (poisoned host headers).
 */
export async function issueLink(ctx: Context, settings: SettingsReader, userId: string): Promise<string> {
  const token = randomToken();
  const now = ctx.clock();
  await sql`
    insert into password_links (user_id, token_hash, state_hash, date_created, date_expired)
    select u.id, ${tokenHash(token)}, ${state}, ${now}::timestamptz, ${new Date(now.getTime() + LINK_SECONDS * 1000)}::timestamptz
    from users u where u.id = ${userId}
    on conflict (user_id) do update set token_hash = excluded.token_hash, state_hash = excluded.state_hash,
      date_created = excluded.date_created, date_expired = excluded.date_expired`.execute(ctx.tx);
  return `${settings.get('SITE_URL')}/core/auth/password/reset/?token=${token}`;
}

/** The person a link still works for; undefined for one that is wrong, used, replaced, too old or overtaken. */
export async function linkOwner(ctx: Context, token: string): Promise<LinkOwner | undefined> {
  if (token.length > MAX_TOKEN) return undefined;
  const { rows } = await sql<LinkOwner>`
    select u.id, u.name, u.username from password_links l join users u on u.id = l.user_id
    where l.token_hash = ${tokenHash(token)} and l.date_expired > ${ctx.clock()} and l.state_hash = ${state} and ${mayHaveLink(ctx)}`.execute(
    ctx.tx,
  );
  return rows[0];
}

/** Takes a link away, inside the transaction that sets the password: of two at once one finds it gone. */
export async function spendLink(ctx: Context, token: string): Promise<LinkOwner | undefined> {
  const owner = await linkOwner(ctx, token);
  if (!owner) return undefined;
  const { rows } = await sql`
    delete from password_links where user_id = ${owner.id} and token_hash = ${tokenHash(token)} returning user_id`.execute(ctx.tx);
  return rows.length > 0 ? owner : undefined;
}
