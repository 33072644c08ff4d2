import type { Context, Kernel, Route } from '@postern/resource';
import type { Machine, Make, Person } from './inventory.ts';

/** What waits for somebody in the demo: a request to be decided, and a change of secrets that fails. */

const DAY_MS = 86_400_000;

/** Asks a route as a person would, with the rights of the system: the demo's people ask for nothing that they may not. */
async function ask(ctx: Context, { kernel, routes }: Asking, person: Person, name: string, body: object): Promise<void> {
  const found = routes.find((route) => route.name === name);
  if (!found) throw new Error(`No route ${name}`);
  const { id, username, name: called } = person;
  const actor = { ...ctx.actor, kind: 'user', id, username, name: called } as const;
  const request = { method: found.method, params: {}, query: {}, headers: {}, url: new URL(`http://localhost${found.path}`), body };
  const { status } = await found.handle({ ...ctx, actor }, request, kernel);
  if (status !== 201) throw new Error(`${name} was answered with ${status}`);
}

export interface Asking {
  kernel: Kernel;
  routes: readonly Route[];
}

/** What the demo has by now, and how it makes more. */
export interface Stock {
  make: Make;
  people: readonly Person[];
  machines: readonly Machine[];
}

/** A developer asks for a machine that is out of bounds; the administrators and somebody named may decide. */
export async function fillRequest(ctx: Context, asking: Asking, { make, people, machines }: Stock): Promise<void> {
  const [asks, decides] = ['lena.fischer', 'hana.kim'].map((username) => people.find((one) => one.username === username));
  const wanted = machines.find(({ name }) => name.startsWith('pg-main'));
  if (!asks || !decides || !wanted) return;
  const administrators = await ctx.tx.selectFrom('users').select('id').where('username', '=', 'admin').execute();
  const sofia = people.find(({ username }) => username === 'sofia.reyes');
  const assignees = [decides, ...(sofia ? [sofia] : []), ...administrators].map(({ id }) => id);
  await make(
    'ticketflow',
    { type: 'apply_asset', approval_level: 1, rules: [{ strategy: 'custom_user', assignees }] },
    { org_id: ctx.org.id },
  );
  const now = ctx.clock().getTime();
  await ask(ctx, asking, asks, 'tickets.applyassetticket.open', {
    title: 'Look into slow orders',
    comment: 'Orders have taken two seconds since Monday. I would like to read the slow query log on the replica.',
    org_id: ctx.org.id,
    apply_assets: [wanted.id],
    apply_nodes: [],
    apply_accounts: ['postgres'],
    apply_date_start: new Date(now).toISOString(),
    apply_date_expired: new Date(now + 7 * DAY_MS).toISOString(),
  });
}

/** A plan whose first run is left to the worker: the machines of the demo refuse to have their passwords changed, and say why. */
export async function fillRotation(ctx: Context, asking: Asking, { make, people, machines }: Stock): Promise<void> {
  const starts = people.find(({ username }) => username === 'sofia.reyes');
  const about = machines.filter(({ name }) => name.startsWith('pg-main'));
  if (!starts || about.length === 0) return;
  const plan = await make('changesecretautomation', {
    name: 'Database passwords, monthly',
    comment: 'The passwords of the database accounts are changed on the first of the month.',
    accounts: ['postgres'],
    assets: about.map(({ id }) => id),
    secret_type: 'password',
    secret_strategy: 'random',
    is_periodic: false,
  });
  await ask(ctx, asking, starts, 'accounts.changesecretexecution.create', { automation: plan.id });
}
