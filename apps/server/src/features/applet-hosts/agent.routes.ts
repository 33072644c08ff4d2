import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ORG, parseUuid } from '@postern/contract/ids';
import {
  BY_ID,
  type Context,
  change,
  fetchRow,
  fetchRows,
  formatDatetime,
  type Kernel,
  list,
  narrowed,
  ok,
  pageOf,
  present,
  type Reply,
  type Request,
  type ResolvedResource,
  type Route,
  type Row,
  shownFields,
} from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';

/**
 * Calls of the agent that lives on a host (docs/wire/components.md#remote-applications). It is a component of the type `tinker`, bound to one
 * host, and knows no other: what belongs to another host is not there.
 */
const AGENT = 'tinker';

const missing = (ctx: Context, kernel: Kernel): CodedError =>
  new CodedError('object_does_not_exist', { resource: kernel.byName('applethost').label[ctx.language] });

/** The host that the caller is bound to, as a row. @throws CodedError object_does_not_exist for any other and for none */
async function ownHost(ctx: Context, kernel: Kernel, given: string | undefined): Promise<Row> {
  const { rows } = await sql<{ id: string }>`
    select asset_id as id from applet_hosts where terminal_id = ${ctx.actor.component?.id ?? null}::uuid`.execute(ctx.tx);
  const [own] = rows;
  if (!own || (given !== undefined && parseUuid(given) !== own.id)) throw missing(ctx, kernel);
  return fetchRow(kernel.byName('applethost'), ctx, own.id);
}

/** Binds the caller to a host, and tells that it was there now. */
async function startup(ctx: Context, kernel: Kernel, given: unknown): Promise<Reply> {
  const { component } = ctx.actor;
  if (component?.type !== AGENT) throw new CodedError('permission_denied');
  const host = await fetchRow(kernel.byName('applethost'), ctx, String(given));
  const { rows } = await sql<{ id: string; terminal_id: string | null }>`
    select asset_id as id, terminal_id from applet_hosts where asset_id = ${host.id} or terminal_id = ${component.id}
    order by asset_id for update`.execute(ctx.tx);
  const row = rows.find(({ id }) => id === host.id);
  if (!row) throw missing(ctx, kernel);
  const bound = row.terminal_id === component.id;
  if (!bound && (row.terminal_id !== null || rows.length > 1)) throw new CodedError('applet_host_bound');
  await sql`update applet_hosts set terminal_id = ${component.id}, date_synced = ${ctx.clock()} where asset_id = ${host.id}`.execute(
    ctx.tx,
  );
  if (!bound)
    ctx.audit({
      action: 'update',
      resourceType: 'applethost',
      resourceId: String(host.id),
      resource: String(host.name),
      changes: [{ field: 'terminal', before: '', after: `${ctx.actor.name}(${component.id})` }],
    });
  return ok({ msg: 'ok' });
}

interface Login {
  id: string;
  username: string;
  secret: string | null;
  is_active: boolean;
  date_updated: Date;
}

/** Logins of people on a host. What administrators log in with there is not among them. */
async function loginsOf(ctx: Context, host: Row, only?: string): Promise<Login[]> {
  const { rows } = await sql<Login>`
    select a.id, a.username, a.secret, a.is_active, a.date_updated from applet_host_accounts h join accounts a on a.id = h.account_id
    where h.host_id = ${host.id} ${only === undefined ? sql`` : sql`and a.id = ${parseUuid(only) ?? null}::uuid`}
    order by a.username`.execute(ctx.tx);
  return rows;
}

/** Logins with their secrets in clear: the only place where a host hears them, each time in the log. */
function revealed(ctx: Context, host: Row, logins: readonly Login[]): Record<string, unknown>[] {
  const after = logins.length === 1 ? String(logins[0]?.username) : String(logins.length);
  ctx.audit({
    action: 'view',
    resourceType: 'applethost',
    resourceId: String(host.id),
    resource: String(host.name),
    changes: [{ field: 'accounts', before: '', after }],
  });
  return logins.map(({ id, username, secret, is_active, date_updated }) => ({
    id,
    username,
    secret: secret ? ctx.secrets.open(secret) : '',
    is_active,
    date_updated: formatDatetime(date_updated, ctx.timeZone),
  }));
}

async function oneLogin(ctx: Context, kernel: Kernel, host: Row, id: string): Promise<Login> {
  const [found] = await loginsOf(ctx, host, id);
  if (!found) throw new CodedError('object_does_not_exist', { resource: kernel.byName('account').label[ctx.language] });
  return found;
}

const loginChange = z.object({ is_active: z.boolean().optional(), secret: z.string().min(1).max(1024).optional() });

/** Its agent says that a login is on the machine now, or has another secret there. */
async function changeLogin(ctx: Context, kernel: Kernel, host: Row, { params, body }: Request): Promise<Reply> {
  const parsed = loginChange.safeParse(body);
  if (!parsed.success) throw InvalidInput.on(String(parsed.error.issues[0]?.path[0] ?? 'non_field_errors'), 'invalid');
  const { id } = await oneLogin(ctx, kernel, host, String(params.account));
  const resource = kernel.byName('account');
  await change(resource, ctx, await fetchRow(resource, ctx, id, { lock: true }), parsed.data);
  return ok(revealed(ctx, host, [await oneLogin(ctx, kernel, host, id)])[0]);
}

/** What is published on a host. */
const published = (kernel: Kernel, host: Row): ResolvedResource =>
  narrowed(kernel.byName('appletpublication'), () => sql<boolean>`t.host_id = ${host.id}`);

const shownPublications = async (ctx: Context, kernel: Kernel, rows: readonly Row[]): Promise<unknown[]> => {
  const resource = kernel.byName('appletpublication');
  return present(kernel, resource, ctx, rows, shownFields(resource, ctx, 'list', {}));
};

/** A publication by the id or the name of its application. */
async function publicationOf(ctx: Context, kernel: Kernel, host: Row, given: string): Promise<Row> {
  const key = parseUuid(given);
  const which = key
    ? sql<boolean>`t.applet_id = ${key}`
    : sql<boolean>`t.applet_id in (select x.id from applets x where x.name = ${given.slice(0, 128)})`;
  const [row] = await fetchRows(kernel.byName('appletpublication'), ctx, [sql<boolean>`t.host_id = ${host.id}`, which], { lock: true });
  if (!row) throw new CodedError('object_does_not_exist', { resource: kernel.byName('applet').label[ctx.language] });
  return row;
}

const STATES = ['pending', 'success', 'failed', 'mismatch'] as const;
const given = z.union([z.enum(STATES), z.object({ value: z.enum(STATES) }).transform(({ value }) => value)]);

async function changePublication(ctx: Context, kernel: Kernel, host: Row, { params, body }: Request): Promise<Reply> {
  const parsed = z.object({ status: given }).safeParse(body);
  if (!parsed.success) throw InvalidInput.on('status', 'invalid');
  const row = await publicationOf(ctx, kernel, host, String(params.applet));
  const after = await change(kernel.byName('appletpublication'), ctx, row, { status: parsed.data.status });
  return ok((await shownPublications(ctx, kernel, [after]))[0]);
}

const reports = z.array(z.object({ name: z.string().max(128), version: z.union([z.string(), z.number()]).transform(String) })).max(1_000);

/** What is installed on a host, as its agent finds it: an application that is not named is missing, another version is told as such. */
async function report(ctx: Context, kernel: Kernel, host: Row, body: unknown): Promise<Reply> {
  const parsed = reports.safeParse(body);
  if (!parsed.success) throw InvalidInput.on('non_field_errors', 'invalid');
  const installed = new Map(parsed.data.map(({ name, version }) => [name, version]));
  const resource = kernel.byName('appletpublication');
  const rows = await fetchRows(resource, ctx, [sql<boolean>`t.host_id = ${host.id}`], { order: BY_ID, lock: true });
  const { rows: applets } = await sql<{ id: string; name: string; version: string }>`
    select id, name, version from applets where id = any(${rows.map(({ applet_id }) => String(applet_id))}::uuid[])`.execute(ctx.tx);
  const known = new Map(applets.map((applet) => [applet.id, applet]));
  const after: Row[] = [];
  for (const row of rows) {
    const applet = known.get(String(row.applet_id));
    const found = applet && installed.get(applet.name);
    const status = found === undefined ? 'failed' : found === applet?.version ? 'success' : 'mismatch';
    after.push(row.status === status ? row : await change(resource, ctx, row, { status }));
  }
  return ok(await shownPublications(ctx, kernel, after));
}

/** Both addresses of one thing: the caller's own host, named or not. */
const BASES = ['/api/v1/terminal/applet-hosts/', '/api/v1/terminal/applet-hosts/:host/'] as const;
const named = (at: number): string => (at === 0 ? '' : '@named');

type Door = Pick<Route, 'policy' | 'fixedOrg' | 'transaction'>;
const door: Door = { policy: { allow: 'component' }, fixedOrg: ORG.SYSTEM, transaction: true };

export function agentRoutes(kernel: () => Kernel): Route[] {
  const at =
    (work: (ctx: Context, host: Row, request: Request) => Promise<Reply>): Route['handle'] =>
    async (ctx, request) =>
      work(ctx, await ownHost(ctx, kernel(), request.params.host), request);
  const accounts = at(async (ctx, host, request) => ok(pageOf(revealed(ctx, host, await loginsOf(ctx, host)), request)));
  const account = at(async (ctx, host, { params }) =>
    ok(revealed(ctx, host, [await oneLogin(ctx, kernel(), host, String(params.account))])[0]),
  );
  const applets = at(async (ctx, host, request) => ok(await list(kernel(), published(kernel(), host), ctx, request)));
  const applet = at(async (ctx, host, { params }) =>
    ok((await shownPublications(ctx, kernel(), [await publicationOf(ctx, kernel(), host, String(params.applet))]))[0]),
  );
  const shape = { rows: 'appletpublication' } as const;
  return [
    {
      ...door,
      method: 'POST',
      path: '/api/v1/terminal/applet-hosts/:id/startup/',
      name: 'terminal.applethost.startup',
      handle: (ctx, { params }) => startup(ctx, kernel(), params.id),
    },
    ...BASES.flatMap((base, n): Route[] => [
      { ...door, method: 'GET', path: `${base}accounts/`, name: `terminal.hostaccount.list${named(n)}`, handle: accounts },
      { ...door, method: 'GET', path: `${base}accounts/:account/`, name: `terminal.hostaccount.retrieve${named(n)}`, handle: account },
      ...(['PUT', 'PATCH'] as const).map(
        (method): Route => ({
          ...door,
          method,
          path: `${base}accounts/:account/`,
          name: `terminal.hostaccount.update.${method.toLowerCase()}${named(n)}`,
          handle: at((ctx, host, request) => changeLogin(ctx, kernel(), host, request)),
        }),
      ),
      { ...door, method: 'GET', path: `${base}applets/`, name: `terminal.hostapplet.list${named(n)}`, shape, handle: applets },
      { ...door, method: 'GET', path: `${base}applets/:applet/`, name: `terminal.hostapplet.retrieve${named(n)}`, shape, handle: applet },
      ...(['PUT', 'PATCH'] as const).map(
        (method): Route => ({
          ...door,
          method,
          path: `${base}applets/:applet/`,
          name: `terminal.hostapplet.update.${method.toLowerCase()}${named(n)}`,
          handle: at((ctx, host, request) => changePublication(ctx, kernel(), host, request)),
        }),
      ),
      {
        ...door,
        method: 'POST',
        path: `${base}applets/reports/`,
        name: `terminal.hostapplet.reports${named(n)}`,
        handle: at((ctx, host, { body }) => report(ctx, kernel(), host, body)),
      },
    ]),
  ];
}
