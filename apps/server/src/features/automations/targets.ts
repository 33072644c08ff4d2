import type { Context } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { within } from '../nodes/index.ts';

/** Assets an automation names, directly or by a node with all below it, as a set of ids; `id` is the automation's. */
export const assetsOf = (table: string, id: unknown): RawBuilder<unknown> => sql`
  select x.asset_id from ${sql.table(`${table}_assets`)} x where x.automation_id = ${id}
  union select l.asset_id from ${sql.table(`${table}_nodes`)} x join nodes g on g.id = x.node_id
    join nodes n on ${within(sql`n.key`, sql`g.key`)} join asset_nodes l on l.node_id = n.id where x.automation_id = ${id}`;

/** What a run is about, kept with it so that a later change of the automation does not change what is under way. */
export interface Snapshot {
  type: string;
  name: string;
  comment: string;
  /** Usernames the automation names. */
  usernames: string[];
  /** Ids of the accounts that are dealt with; what the wire shows. */
  accounts: string[];
  nodes: string[];
  assets: string[];
  secret_type?: string;
  secret_strategy?: string;
  password_rules?: { length?: number };
  ssh_key_change_strategy?: string;
  params?: Record<string, unknown>;
  is_sync_account?: boolean;
  /** At the end of the run, ids of what did not succeed: accounts, or assets of gathering. */
  failed?: string[];
  /** Whom the end of the run is told, by id: how they are shown, and whether they had a file key when it began. */
  recipients?: Record<string, [display: string, hasKey: boolean]>;
}

/** Ids in a many-to-many of an automation. */
export async function linked(ctx: Context, table: string, column: string, id: unknown): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)} where automation_id = ${id}`.execute(
    ctx.tx,
  );
  return rows.map((row) => row.id);
}

/** Active assets among some, and below some nodes, as a set of ids. */
export const assetsIn = ({ assets, nodes }: Pick<Snapshot, 'assets' | 'nodes'>): RawBuilder<unknown> => sql`
  select x.id from assets x where x.is_active and (x.id = any(${assets}::uuid[]) or x.id in (
    select l.asset_id from nodes g join nodes n on ${within(sql`n.key`, sql`g.key`)} join asset_nodes l on l.node_id = n.id
    where g.id = any(${nodes}::uuid[])))`;
