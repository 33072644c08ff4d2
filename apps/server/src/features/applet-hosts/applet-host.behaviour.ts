import { ORG } from '@postern/contract/ids';
import { render } from '@postern/contract/text';
import { type Behaviour, type Context, eb, type Kernel, ok, type Row, rowsOf, type Write } from '@postern/resource';
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type AssetDeps, assetBehaviour } from '../assets/index.ts';
import { aliveStatus, LOADS, loadOf } from '../terminals/index.ts';
import { PREPARE } from './prepare.job.ts';

export interface AppletHostDeps {
  kernel(): Kernel;
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
  const { rows } = await sql<{ asset_id: string; deploy_options: Options }>`
    select asset_id, deploy_options from applet_hosts where asset_id = any(${[...ids]}::uuid[])`.execute(ctx.tx);
  return new Map(rows.map((row) => [row.asset_id, row.deploy_options]));
}

/** Changes what stands beside the asset; the kernel's difference sees columns of the asset only, so that this has an event of its own. */
async function keepOptions(ctx: Context, { values, row }: Write & { row: Row }): Promise<void> {
  const id = String(row.id);
  const before = (await optionsOf(ctx, [id])).get(id) ?? {};
  const after = values.deploy_options as Options;
  if (inWords(before) === inWords(after)) return;
  await sql`update applet_hosts set deploy_options = ${JSON.stringify(after)}::jsonb where asset_id = ${id}`.execute(ctx.tx);
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
  const { rows: bound } = await sql<{ asset_id: string; terminal_id: string }>`
    select h.asset_id, h.terminal_id from applet_hosts h join terminals c on c.id = h.terminal_id
    where h.asset_id = any(${ids}::uuid[]) and c.date_revoked is null`.execute(ctx.tx);
  const alive = await aliveStatus(
    ctx,
    bound.map((row) => row.terminal_id),
  );
  const agents = new Map(bound.map((row) => [row.asset_id, row.terminal_id]));
  return new Map(
    ids.map((id) => {
      const value = loadOf(alive.get(agents.get(id) ?? ''));
      return [id, { value, label: render(LOADS[value], ctx.language) }];
    }),
  );
}

/** Logic of hosts: that of assets, and what stands beside them. */
export function appletHostBehaviour({ assets, jobs }: AppletHostDeps): Behaviour {
  const asset = assetBehaviour(assets, { category: 'host', platform: 'RemoteAppHost', folder: 'RemoteAppHosts' });
  return {
    ...asset,
    rows: rowsOf({ scope: 'org', fixedOrg: ORG.SYSTEM }, (_ctx, t) => eb(t('id'), 'in', eb.selectFrom('applet_hosts').select('asset_id'))),
    async written(ctx, write) {
      if (write.verb === 'create') {
        await sql`insert into applet_hosts (asset_id, deploy_options)
          values (${write.row.id}, ${JSON.stringify(write.values.deploy_options ?? {})}::jsonb)`.execute(ctx.tx);
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
