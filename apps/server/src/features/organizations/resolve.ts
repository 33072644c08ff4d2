import { ORG, parseUuid } from '@postern/contract/ids';
import { render, text } from '@postern/contract/text';
import { among, at, type Context, type Database, type Organisation } from '@postern/resource';

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
  const found = await db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where(wanted ? 'id' : 'name', '=', wanted ?? value.slice(0, 128))
    .limit(1)
    .executeTakeFirst();
  return found && { id: found.id, name: found.name, isRoot: false, isDefault: found.id === ORG.DEFAULT };
}

/** Names of organisations by id, for `org_name` of every listed object. */
export async function organisationNames(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await ctx.tx
    .selectFrom('organizations as o')
    .select(['o.id', 'o.name'])
    .where(among(at('o')('id'), ids))
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}
