import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { render, type Text, text } from '@postern/contract/text';
import { type Context, can, change, fetchRow, type Kernel, ok, type Reply, type Request, type Route } from '@postern/resource';
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { contains, inOrg, paged } from '../nodes/index.ts';
import { KINDS, type PlannedType } from './automation.resources.ts';
import { EXECUTION_KINDS } from './execution.resources.ts';
import { startByHand } from './start.ts';
import { UNSUPPORTED } from './supported.ts';
import { assetsOf, linked } from './targets.ts';

export interface AutomationRouteDeps {
  kernel: () => Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
}

const MAX = 10_000;
const WRONG = text('A list of ids that exist is expected.', '应为有效的 ID 列表。', '存在する ID のリストが必要です。');

async function reached(ctx: Context, request: Request, type: PlannedType, id: unknown): Promise<unknown> {
  const { name, address, search } = request.query;
  const like = search ? contains(search.slice(0, 256)) : '';
  const { rows } = await sql<{ id: string; name: string; address: string }>`
    select a.id, a.name, a.address from assets a where a.id in (${assetsOf(`${type}_automation`, id)}) and ${inOrg(ctx, sql`a.org_id`)}
      ${name ? sql`and a.name = ${name}` : sql``} ${address ? sql`and a.address = ${address}` : sql``}
      ${search ? sql`and (a.name ilike ${like} or a.address ilike ${like})` : sql``}
    order by a.name limit 100000`.execute(ctx.tx);
  return paged(request, rows);
}

const idsIn = (given: unknown): string[] | undefined => {
  if (!Array.isArray(given) || given.length > MAX) return undefined;
  const ids = given.map((one: unknown) => parseUuid(typeof one === 'object' && one !== null ? (one as Record<string, unknown>).id : one));
  return ids.every((id) => id !== undefined) ? ids : undefined;
};

/** A refusal of all the assets together has words of its own. */
function wordsOf({ problems }: InvalidInput): [Text?, Readonly<Record<string, unknown>>?] {
  const together = Array.isArray(problems) ? undefined : problems.assets;
  const [first] = Array.isArray(together) ? together : [];
  return first?.code === 'not_automated' ? [UNSUPPORTED, first.params] : [];
}

/** Puts assets or nodes on an automation or takes them off. What cannot be done is told with 200, as clients of the API expect. */
async function relink(
  { kernel }: AutomationRouteDeps,
  ctx: Context,
  request: Request,
  type: PlannedType,
  side: 'assets' | 'nodes',
  action: string | undefined,
): Promise<Reply> {
  const resource = kernel().byName(KINDS[type].resource.name);
  const before = await fetchRow(resource, ctx, String(request.params.id), { lock: true });
  const ids = idsIn((request.body as Record<string, unknown> | null)?.[side]);
  const refused = (why: Text = WRONG, params = {}): Reply => ok({ error: { [side]: [render(why, ctx.language, params)] } });
  if (!ids || (action !== 'add' && action !== 'remove')) return refused();
  const now = await linked(ctx, `${type}_automation_${side}`, side === 'assets' ? 'asset_id' : 'node_id', before.id);
  const gone = new Set(ids);
  const next = action === 'add' ? [...new Set([...now, ...ids])] : now.filter((id) => !gone.has(id));
  if (next.length > MAX) return refused();
  if (next.length === now.length) return ok({ msg: 'ok' });
  try {
    await change(resource, ctx, before, { [side]: next });
  } catch (error) {
    // Found before anything was written: an id of nothing, or of another organisation, or nothing that could be automated.
    if (error instanceof InvalidInput) return refused(...wordsOf(error));
    throw error;
  }
  return ok({ msg: 'ok' });
}

/** What hangs below one automation (docs/wire/automations.md#assets-and-nodes-of-a-plan). */
function below(deps: AutomationRouteDeps, type: 'change_secret' | 'push_account'): Route[] {
  const { kind, resource } = KINDS[type];
  const base = `/api/v1/accounts/${kind}/:id/`;
  const name = (what: string) => `accounts.${resource.name}.${what}`;
  const routes: Route[] = [
    {
      method: 'GET',
      path: `${base}assets/`,
      name: name('assets'),
      shape: { title: WORDS.asset, fields: { id: shown(WORDS.id), name: shown(WORDS.name), address: shown(WORDS.address) } },
      policy: can(`accounts.view_${resource.name}`),
      async handle(ctx, request) {
        const row = await fetchRow(deps.kernel().byName(resource.name), ctx, String(request.params.id));
        return ok(await reached(ctx, request, type, row.id));
      },
    },
  ];
  for (const method of ['PUT', 'PATCH'] as const) {
    const add = (path: string, what: string, side: 'assets' | 'nodes', action: (request: Request) => string | undefined) =>
      routes.push({
        method,
        path: `${base}${path}/`,
        name: name(`${what}.${method.toLowerCase()}`),
        policy: can(`accounts.change_${resource.name}`),
        handle: (ctx, request) => relink(deps, ctx, request, type, side, action(request)),
      });
    add('asset/add', 'addAssets', 'assets', () => 'add');
    add('asset/remove', 'removeAssets', 'assets', () => 'remove');
    add('nodes', 'nodes', 'nodes', ({ query }) => query.action);
  }
  return routes;
}

/** Starting runs, and what an automation is made of. */
export function automationRoutes(deps: AutomationRouteDeps): readonly Route[] {
  const types = Object.keys(KINDS) as PlannedType[];
  const starts = types.map((type): Route => {
    const { path, name, add } = EXECUTION_KINDS[type];
    return {
      method: 'POST',
      path: `/api/v1/accounts/${path}/`,
      name: `accounts.${name}.create`,
      policy: can(add),
      handle: async (ctx, { body }) => ok({ task: await startByHand(deps.kernel(), ctx, deps.jobs, type, body) }, 201),
    };
  });
  return [...starts, ...below(deps, 'change_secret'), ...below(deps, 'push_account')];
}
