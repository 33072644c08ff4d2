import { ORG, parseUuid } from '@postern/contract/ids';
import { render, text } from '@postern/contract/text';
import type { Context, Database, Organisation } from '@postern/resource';
import { sql } from 'kysely';

export const ROOT_ORGANISATION: Organisation = { id: ORG.ROOT, name: 'GLOBAL', isRoot: true, isDefault: false };

/** The name people see for the root organisation: the setting, else the word in their language. */
export const rootName = (ctx: Pick<Context, 'language'>, configured: string): string =>
  configured || render(text('Global', '全局', 'グローバル'), ctx.language);

/**
 * Finds an organisation by id or by name (docs/wire/organisations.md#which-organisation-a-request-is-in). Undefined when
 * there is none; the caller falls back to Default. The root organisation is virtual and answered without a query.
 */
export async function resolveOrganisation(db: Database, value: string): Promise<Organisation | undefined> {
  const id = parseUuid(value);
  if (id === ORG.ROOT || value.toUpperCase() === 'GLOBAL' || value.toLowerCase() === 'root') return ROOT_ORGANISATION;
  const wanted = value.toLowerCase() === 'default' ? ORG.DEFAULT : id;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from organizations where ${wanted ? sql`id = ${wanted}` : sql`name = ${value.slice(0, 128)}`} limit 1`.execute(db);
  const found = rows[0];
  return found && { id: found.id, name: found.name, isRoot: false, isDefault: found.id === ORG.DEFAULT };
}

/** Names of organisations by id, for `org_name` of every listed object. */
export async function organisationNames(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from organizations where id = any(${ids}::uuid[])`.execute(
    ctx.tx,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
