import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { text as words } from '@postern/contract/text';
import { type Context, comment, computed, defineBehaviour, defineResource, type Field, Problem, type Row, text } from '@postern/resource';
import { sql } from 'kysely';
import { assetsMoved } from '../destinations/index.ts';

/** Assets of the domain; a write replaces the set. Stored on the assets, so there is no join table. */
function domainAssets(): Field {
  const label = words('Assets', '资产', 'アセット');
  const { kind } = computed({ label, type: 'm2m_related_field' });
  return {
    options: { label, order: false, target: 'asset' },
    kind: {
      ...kind,
      info: () => ({ url: '/api/v1/assets/assets/' }),
      parse(given) {
        if (!Array.isArray(given)) throw new Problem('not_a_list');
        if (given.length > 10_000) throw new Problem('too_many', { max: 10_000 });
        return given.map((entry: unknown) => {
          const id = parseUuid(typeof entry === 'object' && entry !== null ? ((entry as Row).pk ?? (entry as Row).id) : entry);
          if (!id) throw new Problem('does_not_exist', { value: String(entry).slice(0, 64) });
          return id;
        });
      },
    },
  };
}

/** A network that is entered through gateways (docs/wire/assets.md#domains-and-gateways). */
export const domain = defineResource({
  name: 'domain',
  app: 'assets',
  path: 'domains',
  table: 'domains',
  label: words('Domain', '网域', 'ドメイン'),
  labelPlural: words('Domains', '网域', 'ドメイン'),
  scope: 'org',
  base: ['date_created'],
  fields: {
    name: text({ label: words('Name', '名称', '名前'), required: true, unique: 'org', filter: true, search: true }),
    comment: comment(),
    assets: domainAssets(),
    gateways: computed({ label: words('Gateways', '网关', 'ゲートウェイ'), type: 'm2m_related_field' }),
  },
  order: 'name',
  mini: ['id', 'name'],
  small: ['id', 'name', 'comment'],
});

const members = (gateways: boolean) => async (ctx: Context, rows: readonly Row[]) => {
  const ids = rows.map((row) => String(row.id));
  const { rows: found } = await sql<{ domain_id: string; assets: { id: string; name: string }[] }>`
    select a.domain_id, jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name) as assets
    from assets a join platforms p on p.id = a.platform_id
    where a.domain_id = any(${ids}::uuid[]) and (p.name = 'Gateway') = ${gateways} group by a.domain_id`.execute(ctx.tx);
  const byId = new Map(found.map((row) => [row.domain_id, row.assets]));
  return new Map(ids.map((id) => [id, byId.get(id) ?? []]));
};

export const domainBehaviour = defineBehaviour({
  computed: { assets: members(false), gateways: members(true) },
  async prepare(ctx, { values, before }) {
    const ids = (values.assets ?? []) as readonly string[];
    const orgId = before ? before.org_id : ctx.org.id;
    const { rows } = await sql<{ id: string }>`
      select x.id from unnest(${[...ids]}::uuid[]) x(id) where not exists (select 1 from assets a where a.id = x.id and a.org_id = ${orgId})`.execute(
      ctx.tx,
    );
    if (rows[0]) throw InvalidInput.on('assets', 'does_not_exist', { value: rows[0].id });
  },
  async written(ctx, { values, row }) {
    const ids = values.assets as readonly string[] | undefined;
    if (ids === undefined) return;
    const wanted = sql`case when a.id = any(${ids}::uuid[]) then ${row.id}::uuid end`;
    const { rows: moved } = await sql<{ id: string }>`
      update assets a set domain_id = ${wanted}
      from platforms p where p.id = a.platform_id and a.org_id = ${row.org_id} and p.domain_enabled
        and (a.id = any(${ids}::uuid[]) or (a.domain_id = ${row.id} and p.name <> 'Gateway'))
        and a.domain_id is distinct from ${wanted} returning a.id`.execute(ctx.tx);
    await assetsMoved(
      ctx,
      moved.map(({ id }) => id),
      ['domain'],
    );
  },
  /** The assets of a domain are reached directly when it goes. */
  async deleting(ctx, rows) {
    const { rows: moved } = await sql<{ id: string }>`
      update assets set domain_id = null where domain_id = any(${rows.map(({ id }) => String(id))}::uuid[]) returning id`.execute(ctx.tx);
    await assetsMoved(
      ctx,
      moved.map(({ id }) => id),
      ['domain'],
    );
    return undefined;
  },
});
