import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import type { CommandRow } from './elastic-rows.ts';

/** Commands that wait in the table for their way into another storage. */

/** The next ones of a storage: not those that wait for a try of their own, nor those of which a receiver of audit events has not heard. */
export async function nextCommands(ctx: Context, storageId: string, limit: number): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select c.id, c.org_id, c."user", c.asset, c.account, c.session, c.input, c.output, c.risk_level, c.cmd_filter_acl, c.cmd_group, c.timestamp
    from commands c
    where c.storage_id = ${storageId}
      and not exists (select from command_retries r where r.command_id = c.id and r.date_next > now())
      and not (exists (select from audit_receivers) and exists (select from audit_feed f where f.log = 'commands' and f.row_id = c.id::text))
    order by c.id limit ${limit}`.execute(ctx.tx);
  return rows;
}

/**
 * Removes commands that their storage has confirmed. The database's owner does it, and only with those that were meant for it from the
 * beginning: the role of this process cannot.
 */
export async function handOver(ctx: Context, storageId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select hand_over_commands(${storageId}::uuid, ${[...ids]}::uuid[]) as n`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}

/** Notes when those that were not taken are tried again, each time later; the reason is a word of the engine's. */
export async function noteRefused(ctx: Context, storageId: string, refused: readonly { id: string; error: string }[]): Promise<void> {
  const [ids, errors] = [refused.map(({ id }) => id), refused.map(({ error }) => error)];
  await sql`
    insert into command_retries (command_id, storage_id, date_next, error)
    select id, ${storageId}::uuid, now() + interval '5 seconds', error from unnest(${ids}::uuid[], ${errors}::text[]) as given (id, error)
    on conflict (command_id) do update set tries = command_retries.tries + 1, error = excluded.error,
      date_next = now() + least(interval '5 seconds' * power(2, least(command_retries.tries, 10)), interval '1 hour')`.execute(ctx.tx);
}
