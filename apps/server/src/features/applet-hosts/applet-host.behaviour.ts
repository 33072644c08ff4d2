import { ORG } from '@postern/contract/ids';
import { render } from '@postern/contract/text';
import { among, type Behaviour, type Context, eb, ok, type Row, rowsOf, type Write } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type AssetDeps, assetBehaviour } from '../assets/index.ts';
import { aliveStatus, LOADS, loadOf } from '../terminals/index.ts';
import { PREPARE } from './prepare.job.ts';

export interface AppletHostDeps {
  /** What assets need: a host is made, changed and deleted as one. */
  assets: AssetDeps;
  jobs: Pick<Jobs, 'enqueue'>;
}

type Options = Readonly<Record<string, unknown>>;

/** Options in one order, to be compared and shown. */
const inWords = (options: Options): string =>
  Object.entries(options)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');

async function optionsOf(ctx: Context, ids: readonly string[]): Promise<Map<string, Options>> {
  const rows = await ctx.tx
    .selectFrom('applet_hosts')
    .select(['asset_id', 'deploy_options'])
    .where(({ ref }) => among(ref('asset_id'), ids))
    .execute();
  return new Map(rows.map((row) => [row.asset_id, row.deploy_options]));
}

/** Changes what stands beside the asset; the kernel's difference sees columns of the asset only, so that this has an event of its own. */
async function keepOptions(ctx: Context, { values, row }: Write & { row: Row }): Promise<void> {
  const id = String(row.id);
  const before = (await optionsOf(ctx, [id])).get(id) ?? {};
  const after = values.deploy_options as Options;
  if (inWords(before) === inWords(after)) return;
  await ctx.tx
    .updateTable('applet_hosts')
    .set({ deploy_options: JSON.stringify(after) })
    .where('asset_id', '=', id)
    .execute();
  ctx.audit({
    action: 'update',
    resourceType: 'applethost',
    resourceId: id,
    resource: String(row.name),
    orgId: String(row.org_id),
    changes: [{ field: 'deploy_options', before: inWords(before), after: inWords(after) }],
  });
}

/** The load of a host is that of its agent. */
async function loads(ctx: Context, rows: readonly Row[]): Promise<Map<string, unknown>> {
  const ids = rows.map((row) => String(row.id));
  const bound = await ctx.tx
    .selectFrom('applet_hosts as h')
    .innerJoin('terminals as c', 'c.id', 'h.terminal_id')
    .select(['h.asset_id', 'c.id'])
    .where(({ ref }) => among(ref('h.asset_id'), ids))
    .where('c.date_revoked', 'is', null)
    .execute();
  const alive = await aliveStatus(
    ctx,
    bound.map((row) => row.id),
  );
  const agents = new Map(bound.map((row) => [row.asset_id, row.id]));
  return new Map(
    ids.map((id) => {
      const value = loadOf(alive.get(agents.get(id) ?? ''));
      return [id, { value, label: render(LOADS[value], ctx.language) }];
    }),
  );
}

/** Assets of the system organisation that are hosts. */
export const appletHostRows = rowsOf({ scope: 'org', fixedOrg: ORG.SYSTEM }, (_ctx, t) =>
  eb(t('id'), 'in', eb.selectFrom('applet_hosts').select('asset_id')),
);

/** Logic of hosts: that of assets, and what stands beside them. */
export function appletHostBehaviour({ assets, jobs }: AppletHostDeps): Behaviour {
  const asset = assetBehaviour(assets, { category: 'host', platform: 'RemoteAppHost', folder: 'RemoteAppHosts' });
  return {
    ...asset,
    rows: appletHostRows,
    async written(ctx, write) {
      if (write.verb === 'create') {
        const options = JSON.stringify(write.values.deploy_options ?? {});
        await ctx.tx
          .insertInto('applet_hosts')
          .values({ asset_id: String(write.row.id), deploy_options: options })
          .execute();
        jobs.enqueue(ctx, PREPARE);
      } else if (write.values.deploy_options !== undefined) await keepOptions(ctx, write);
      await asset.written?.(ctx, write);
    },
    computed: {
      ...asset.computed,
      load: loads,
      deploy_options: (ctx, rows) =>
        optionsOf(
          ctx,
          rows.map((row) => String(row.id)),
        ),
    },
    actions: {
      async generate(ctx) {
        jobs.enqueue(ctx, PREPARE);
        return ok({ msg: 'ok' });
      },
    },
  };
}
