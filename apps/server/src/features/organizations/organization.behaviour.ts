import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ORG } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import { render, type Text, text } from '@postern/contract/text';
import { among, anyTable, at, type Behaviour, type Context, type Row, type RowOf, type TableName } from '@postern/resource';
import type { organizationResource } from './organization.resource.ts';

/** A table whose rows belong to organisations: counted for the statistics and in the way of deleting one. */
export interface OwnedResource {
  table: TableName;
  label: Text;
  /** Key in `resource_statistics`; absent when it is only in the way. */
  statistic?: string;
  /** Rows every organisation has by itself (the root node). */
  allowance?: number;
}

/** What other features do when an organisation comes, changes its name or goes. All inside the same transaction. */
export interface OrganisationListener {
  created?(ctx: Context, organisation: { id: string; name: string }): Promise<void>;
  renamed?(ctx: Context, organisation: { id: string; name: string }): Promise<void>;
  /** Removes what the organisation has by itself, so that nothing points at it any more. */
  deleting?(ctx: Context, organisation: { id: string; name: string }): Promise<void>;
}

export interface OrganisationDeps {
  holdings: readonly OwnedResource[];
  listeners: readonly OrganisationListener[];
  settings: SettingsReader;
  /** Drops what the platform remembers of users, rights and organisations. */
  identityChanged(ctx: Context): void;
}

const MEMBERS = text('users', '用户', 'ユーザー');

type Organization = RowOf<typeof organizationResource>;
/** The kernel, which knows resources by their definitions only, hands out rows of any; here they are organisations. */
const asOrganization = (row: Row): Organization => row as Organization;

/** Members of some organisations: people who hold a role there. */
const countMembers = (ctx: Context, orgIds: readonly string[]) =>
  anyTable(ctx)
    .selectFrom('role_bindings as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(({ ref, cast, val, fn }) => [
      ref('b.org_id').$castTo<string>().as('org_id'),
      cast<string>(val('members'), 'text').as('what'),
      fn.count<number>('b.user_id').distinct().as('n'),
    ])
    .where('u.is_service_account', '=', false)
    .where(among(at('b')('org_id'), orgIds))
    .groupBy('b.org_id');

const countRowsOf = (ctx: Context, table: TableName, orgIds: readonly string[]) =>
  anyTable(ctx)
    .selectFrom(`${table} as h`)
    .select(({ ref, cast, val, fn }) => [
      ref('h.org_id').$castTo<string>().as('org_id'),
      cast<string>(val(table), 'text').as('what'),
      fn.countAll<number>().as('n'),
    ])
    .where(among(at('h')('org_id'), orgIds))
    .groupBy('h.org_id');

/** Members and rows of every holding, by organisation. One query for the whole page. */
async function countOwned(
  ctx: Context,
  holdings: readonly OwnedResource[],
  orgIds: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const found = new Map<string, Map<string, number>>(orgIds.map((id) => [id, new Map()]));
  const counted = await holdings
    .reduce((query, { table }) => query.unionAll(countRowsOf(ctx, table, orgIds)), countMembers(ctx, orgIds))
    .execute();
  for (const { org_id, what, n } of counted) found.get(org_id)?.set(what, n);
  return found;
}

const shape = ({ id, name }: Organization) => ({ id, name });
const refused = (ctx: Context, reason: Text, params: Record<string, string> = {}) =>
  new CodedError('org_delete_refused', { reason: render(reason, ctx.language, params) });

export function organizationBehaviour(deps: OrganisationDeps): Behaviour {
  const { holdings, listeners } = deps;

  async function refuseUnlessEmpty(ctx: Context, { id, name, builtin }: Organization): Promise<void> {
    if (id === ctx.org.id)
      throw refused(ctx, text('Switch to another organisation first.', '请先切换到其他组织。', '先に別の組織へ切り替えてください。'));
    if (id === ORG.DEFAULT || id === ORG.SYSTEM || builtin) {
      throw refused(ctx, text('{name} is built in.', '{name} 是内置组织。', '{name} は組み込みの組織です。'), { name });
    }
    if (deps.settings.get('AUTH_LDAP_SYNC_ORG_IDS').includes(id)) {
      throw refused(
        ctx,
        text('LDAP users are imported into {name}.', 'LDAP 用户会导入到 {name}。', 'LDAP ユーザーの取り込み先が {name} です。'),
        { name },
      );
    }
    const counts = (await countOwned(ctx, holdings, [id])).get(id);
    const all = [{ table: 'members', label: MEMBERS, allowance: 0 }, ...holdings];
    const first = all.find(({ table, allowance = 0 }) => (counts?.get(table) ?? 0) > allowance);
    if (first) {
      const kind = render(first.label, ctx.language);
      throw refused(ctx, text('{name} still has {kind}.', '{name} 中还有{kind}。', '{name} にはまだ{kind}があります。'), { name, kind });
    }
  }

  return {
    computed: {
      async resource_statistics(ctx, rows) {
        const ids = rows.map((row) => asOrganization(row).id);
        const counts = await countOwned(
          ctx,
          holdings.filter((one) => one.statistic !== undefined),
          ids,
        );
        return new Map(
          ids.map((id) => {
            const own = counts.get(id);
            const others = holdings.flatMap(({ statistic, table }) =>
              statistic === undefined ? [] : [[statistic, own?.get(table) ?? 0] as const],
            );
            return [id, { users_amount: own?.get('members') ?? 0, ...Object.fromEntries(others) }];
          }),
        );
      },
    },
    async prepare(_ctx, { values }) {
      const { name } = values;
      // These words choose an organisation in the header, so a stored one must not answer to them
      // (docs/wire/organisations.md#which-organisation-a-request-is-in).
      const reserved = ['root', 'default', 'global', deps.settings.get('GLOBAL_ORG_DISPLAY_NAME').toLowerCase()];
      const claimed = typeof name === 'string' && name !== 'Default' && reserved.includes(name.toLowerCase());
      if (claimed) throw InvalidInput.on('name', 'unique');
    },
    async written(ctx, { verb, before, row }) {
      const now = shape(asOrganization(row));
      for (const one of listeners) {
        if (verb === 'create') await one.created?.(ctx, now);
        else if (before?.name !== now.name) await one.renamed?.(ctx, now);
      }
      deps.identityChanged(ctx);
    },
    async deleting(ctx, rows) {
      for (const row of rows.map(asOrganization)) {
        await refuseUnlessEmpty(ctx, row);
        for (const one of listeners) await one.deleting?.(ctx, shape(row));
      }
      return rows;
    },
    async deleted(ctx) {
      deps.identityChanged(ctx);
    },
    bulkDelete: () => false,
  };
}
