import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ORG, parseUuid } from '@postern/contract/ids';
import { text as t } from '@postern/contract/text';
import {
  type Asked,
  among,
  BY_ID,
  boolean,
  type Context,
  change,
  eb,
  type Field,
  type Fields,
  FLAG_SCHEMA,
  fetchRow,
  fetchRows,
  formatDatetime,
  type Kernel,
  labelled,
  list,
  type Method,
  narrowed,
  objectSchema,
  ok,
  Problem,
  pageOf,
  present,
  type Reply,
  type ResolvedResource,
  type ResourceDefinition,
  type Route,
  type RouteSpec,
  type Row,
  type RowsSpec,
  type Schema,
  shownFields,
  TEXT_SCHEMA,
  text,
  uuid,
} from '@postern/resource';
import { z } from 'zod';
import { report } from '../../platform/routes/report.ts';
import { MESSAGE, orNull, WORDS } from '../../platform/shown.ts';
import { STATUSES } from './publication.resource.ts';

/**
 * Calls of the agent that lives on a host (docs/wire/components.md#remote-applications). It is a component of the type `tinker`, bound to one
 * host, and knows no other: what belongs to another host is not there.
 */
const AGENT = 'tinker';

/** A host, as far as its agent goes. */
interface Host {
  id: string;
  name: string;
}

const missing = (ctx: Context, kernel: Kernel): CodedError =>
  new CodedError('object_does_not_exist', { resource: kernel.byName('applethost').label[ctx.language] });

async function hostOf(ctx: Context, kernel: Kernel, id: string): Promise<Host> {
  const row = await fetchRow(kernel.byName('applethost'), ctx, id);
  return { id: String(row.id), name: String(row.name) };
}

/** The host that the caller is bound to. @throws CodedError object_does_not_exist for any other and for none */
async function ownHost(ctx: Context, kernel: Kernel, given: string | undefined): Promise<Host> {
  const { component } = ctx.actor;
  const own =
    component && (await ctx.tx.selectFrom('applet_hosts').select('asset_id').where('terminal_id', '=', component.id).executeTakeFirst());
  if (!own || (given !== undefined && parseUuid(given) !== own.asset_id)) throw missing(ctx, kernel);
  return hostOf(ctx, kernel, own.asset_id);
}

/** Binds the caller to a host, and tells that it was there now. */
async function startup(ctx: Context, kernel: Kernel, given: string): Promise<Reply> {
  const { component } = ctx.actor;
  if (component?.type !== AGENT) throw new CodedError('permission_denied');
  // Its asset is not locked: whoever gives people logins on it has locked the host, and asks for the asset then.
  const host = await hostOf(ctx, kernel, given);
  const rows = await ctx.tx
    .selectFrom('applet_hosts')
    .select(['asset_id', 'terminal_id'])
    .where((at) => at.or([at('asset_id', '=', host.id), at('terminal_id', '=', component.id)]))
    .orderBy('asset_id')
    .forUpdate()
    .execute();
  const row = rows.find(({ asset_id }) => asset_id === host.id);
  if (!row) throw missing(ctx, kernel);
  const bound = row.terminal_id === component.id;
  if (!bound && (row.terminal_id !== null || rows.length > 1)) throw new CodedError('applet_host_bound');
  await ctx.tx
    .updateTable('applet_hosts')
    .set({ terminal_id: component.id, date_synced: ctx.clock() })
    .where('asset_id', '=', host.id)
    .execute();
  if (!bound)
    ctx.audit({
      action: 'update',
      resourceType: 'applethost',
      resourceId: host.id,
      resource: host.name,
      changes: [{ field: 'terminal', before: '', after: `${ctx.actor.name}(${component.id})` }],
    });
  return ok({ msg: 'ok' });
}

/** Logins of people on a host. What administrators log in with there is not among them. */
const loginsOf = (ctx: Context, host: Host) =>
  ctx.tx
    .selectFrom('applet_host_accounts as h')
    .innerJoin('accounts as a', 'a.id', 'h.account_id')
    .select(['a.id', 'a.username', 'a.secret', 'a.is_active', 'a.date_updated'])
    .where('h.host_id', '=', host.id)
    .orderBy('a.username');
type Login = Awaited<ReturnType<ReturnType<typeof loginsOf>['executeTakeFirstOrThrow']>>;

/** Logins with their secrets in clear: the only place where a host hears them, each time in the log. */
function revealed(ctx: Context, host: Host, logins: readonly Login[]): Record<string, unknown>[] {
  const after = logins.length === 1 ? String(logins[0]?.username) : String(logins.length);
  ctx.audit({
    action: 'view',
    resourceType: 'applethost',
    resourceId: host.id,
    resource: host.name,
    changes: [{ field: 'accounts', before: '', after }],
  });
  return logins.map(({ id, username, secret, is_active, date_updated }) => ({
    id,
    username,
    secret: secret ? ctx.secrets.decrypt(secret) : '',
    is_active,
    date_updated: formatDatetime(date_updated, ctx.timeZone),
  }));
}

async function oneLogin(ctx: Context, kernel: Kernel, host: Host, id: string): Promise<Login> {
  const found = await loginsOf(ctx, host).where('a.id', '=', id).executeTakeFirst();
  if (!found) throw new CodedError('object_does_not_exist', { resource: kernel.byName('account').label[ctx.language] });
  return found;
}

/** What is published on a host. */
const published = (kernel: Kernel, host: Host): ResolvedResource =>
  narrowed(kernel.byName('appletpublication'), (_ctx, at) => eb(at('host_id'), '=', host.id));

const shownPublications = async (ctx: Context, kernel: Kernel, rows: readonly Row[]): Promise<unknown[]> => {
  const resource = kernel.byName('appletpublication');
  return present(kernel, resource, ctx, rows, shownFields(resource, ctx, 'list', {}));
};

/** A publication by the id or the name of its application, locked. */
async function publicationOf(ctx: Context, kernel: Kernel, host: Host, given: string): Promise<Row> {
  const key = parseUuid(given);
  const which = key
    ? eb('t.applet_id', '=', key)
    : eb('t.applet_id', 'in', eb.selectFrom('applets as x').select('x.id').where('x.name', '=', given));
  const [row] = await fetchRows(kernel.byName('appletpublication'), ctx, [eb('t.host_id', '=', host.id), which], { lock: true });
  if (!row) throw new CodedError('object_does_not_exist', { resource: kernel.byName('applet').label[ctx.language] });
  return row;
}

const reports = z.array(z.object({ name: z.string().max(128), version: z.union([z.string(), z.number()]).transform(String) })).max(1_000);

/** What is installed on a host, as its agent finds it: an application that is not named is missing, another version is told as such. */
async function noteInstalled(ctx: Context, kernel: Kernel, host: Host, body: unknown): Promise<Reply> {
  const parsed = reports.safeParse(body);
  if (!parsed.success) throw InvalidInput.on('non_field_errors', 'invalid');
  const installed = new Map(parsed.data.map(({ name, version }) => [name, version]));
  const resource = kernel.byName('appletpublication');
  const rows = await fetchRows(resource, ctx, [eb('t.host_id', '=', host.id)], { order: BY_ID, lock: true });
  const ids = rows.map(({ applet_id }) => String(applet_id));
  const applets = await ctx.tx
    .selectFrom('applets')
    .select(['id', 'name', 'version'])
    .where(({ ref }) => among(ref('id'), ids))
    .execute();
  const known = new Map(applets.map((one) => [one.id, one]));
  const after: Row[] = [];
  for (const row of rows) {
    const one = known.get(String(row.applet_id));
    const found = one && installed.get(one.name);
    const status = found === undefined ? 'failed' : found === one?.version ? 'success' : 'mismatch';
    after.push(row.status === status ? row : await change(resource, ctx, row, { status }));
  }
  return ok(await shownPublications(ctx, kernel, after));
}

/** Hosts are in the organisation of the system; each call is in the log. */
const AGENT_ROUTE = { fixedOrg: ORG.SYSTEM, transaction: true } as const;
const OWN = { own: 'the host that the agent is bound to' } as const;

/** Both addresses of one thing: the caller's own host, named or not. */
const BASES = ['/api/v1/terminal/applet-hosts/', '/api/v1/terminal/applet-hosts/:host/'] as const;

type Nothing = Record<never, never>;

interface HostCall<B extends Fields, P extends Fields>
  extends Pick<RouteSpec<B, Nothing, P, RowsSpec>, 'path' | 'body' | 'params' | 'answer'> {
  /** Names of the methods. */
  names: Partial<Record<Method, string>>;
  work(ctx: Context, host: Host, asked: Pick<Asked<B, Nothing, P, RowsSpec>, 'body' | 'params' | 'request' | 'kernel'>): Promise<Reply>;
}

/** A call about the caller's own host, at both of its addresses. */
const onHost = <const B extends Fields = Nothing, const P extends Fields = Nothing>({
  path,
  names,
  work,
  ...call
}: HostCall<B, P>): Route[] =>
  BASES.flatMap((base, at) =>
    Object.entries(names).map(([method, name]) =>
      report<RowsSpec, B, Nothing, P>({
        ...AGENT_ROUTE,
        ...call,
        method: method as Method,
        path: `${base}${path}`,
        name: `${name}${at === 0 ? '' : '@named'}`,
        rows: OWN,
        take: async (ctx, asked) => work(ctx, await ownHost(ctx, asked.kernel, asked.request.params.host), asked),
      }),
    ),
  );

const MAX_SECRET = 1024;

/** A secret as it is on the machine: to its last space, and never empty, which in a form would mean that it stays. */
function machineSecret(): Field<string, 'sometimes'> {
  const plain = text({ label: t('Secret', '密文', 'シークレット'), max: MAX_SECRET, writeOnly: true });
  return {
    ...plain,
    kind: {
      ...plain.kind,
      parse(given) {
        if (typeof given !== 'string') throw new Problem('incorrect_type');
        if (given === '') throw new Problem('blank');
        if (given.length > MAX_SECRET) throw new Problem('max_length', { max: MAX_SECRET });
        return given;
      },
    },
  };
}

const ACCOUNT = { account: uuid({ label: t('Account', '账号', 'アカウント'), required: true }) };
const APPLET = { applet: text({ label: t('Remote application', '远程应用', 'リモートアプリ'), required: true }) };
const shownAsPublication = { rows: 'appletpublication' } as const;

const LOGIN: Schema = objectSchema({
  id: TEXT_SCHEMA,
  username: TEXT_SCHEMA,
  secret: TEXT_SCHEMA,
  is_active: FLAG_SCHEMA,
  date_updated: orNull(TEXT_SCHEMA),
});
const shownLogin = { schema: LOGIN, called: 'terminal.hostLogin' } as const;

const accounts = onHost({
  answer: shownLogin,
  names: { GET: 'terminal.hostaccount.list' },
  path: 'accounts/',
  work: async (ctx, host, { request }) => ok(pageOf(revealed(ctx, host, await loginsOf(ctx, host).execute()), request)),
});

const account = onHost({
  names: { GET: 'terminal.hostaccount.retrieve' },
  path: 'accounts/:account/',
  params: ACCOUNT,
  answer: { ...shownLogin, one: true },
  work: async (ctx, host, { params, kernel }) => ok(revealed(ctx, host, [await oneLogin(ctx, kernel, host, params.account)])[0]),
});

/** Its agent says that a login is on the machine now, or has another secret there. */
const changeAccount = onHost({
  names: { PUT: 'terminal.hostaccount.update.put', PATCH: 'terminal.hostaccount.update.patch' },
  path: 'accounts/:account/',
  params: ACCOUNT,
  answer: shownLogin,
  body: { is_active: boolean({ label: t('Active', '激活', '有効'), nullable: true, default: null }), secret: machineSecret() },
  async work(ctx, host, { params, body: { is_active, secret }, kernel }) {
    const { id } = await oneLogin(ctx, kernel, host, params.account);
    const resource = kernel.byName('account');
    const values = { ...(is_active === null ? {} : { is_active }), ...(secret === undefined ? {} : { secret }) };
    await change(resource, ctx, await fetchRow(resource, ctx, id, { lock: true }), values);
    return ok(revealed(ctx, host, [await oneLogin(ctx, kernel, host, id)])[0]);
  },
});

const applets = onHost({
  names: { GET: 'terminal.hostapplet.list' },
  path: 'applets/',
  answer: shownAsPublication,
  work: async (ctx, host, { request, kernel }) => ok(await list(kernel, published(kernel, host), ctx, request)),
});

const applet = onHost({
  names: { GET: 'terminal.hostapplet.retrieve' },
  path: 'applets/:applet/',
  params: APPLET,
  answer: { ...shownAsPublication, one: true },
  work: async (ctx, host, { params, kernel }) =>
    ok((await shownPublications(ctx, kernel, [await publicationOf(ctx, kernel, host, params.applet)]))[0]),
});

const changeApplet = onHost({
  names: { PUT: 'terminal.hostapplet.update.put', PATCH: 'terminal.hostapplet.update.patch' },
  path: 'applets/:applet/',
  params: APPLET,
  answer: shownAsPublication,
  body: { status: labelled({ label: WORDS.status, required: true, choices: STATUSES }) },
  async work(ctx, host, { params, body, kernel }) {
    const row = await publicationOf(ctx, kernel, host, params.applet);
    const after = await change(kernel.byName('appletpublication'), ctx, row, { status: body.status });
    return ok((await shownPublications(ctx, kernel, [after]))[0]);
  },
});

/** Its body is a list, which fields do not describe. */
const reported = onHost({
  names: { POST: 'terminal.hostapplet.reports' },
  path: 'applets/reports/',
  answer: { ...shownAsPublication, view: 'list' },
  work: (ctx, host, { request, kernel }) => noteInstalled(ctx, kernel, host, request.body),
});

export const agentRoutes = (host: ResourceDefinition): Route[] => [
  report({
    ...AGENT_ROUTE,
    method: 'POST',
    path: '/api/v1/terminal/applet-hosts/:id/startup/',
    name: 'terminal.applethost.startup',
    answer: MESSAGE,
    rows: { of: [host] },
    errors: ['permission_denied', 'object_does_not_exist', 'applet_host_bound'],
    take: (ctx, { request, kernel }) => startup(ctx, kernel, String(request.params.id)),
  }),
  ...[accounts, account, changeAccount].flat(),
  ...[applets, applet, changeApplet, reported].flat(),
];
