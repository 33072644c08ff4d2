import { InvalidInput } from '@postern/contract/errors';
import { ORG } from '@postern/contract/ids';
import { problemsOf } from '@postern/contract/issues';
import { text as t } from '@postern/contract/text';
import {
  type Asked,
  type BodySpec,
  boolean,
  type Context,
  change,
  type Field,
  type Fields,
  FLAG_SCHEMA,
  fetchRow,
  labelled,
  list,
  type Method,
  objectSchema,
  ok,
  Problem,
  pageOf,
  type Reply,
  type ResourceDefinition,
  type Route,
  type RouteSpec,
  type RowsSpec,
  type Schema,
  TEXT_SCHEMA,
  text,
  uuid,
} from '@postern/resource';
import { parsedBody } from '../../platform/parsed-body.ts';
import { report } from '../../platform/routes/report.ts';
import { MESSAGE, orNull, WORDS } from '../../platform/shown.ts';
import { type Host, ownHost, startup } from './agent-host.ts';
import { loginsOf, oneLogin, revealed } from './agent-logins.ts';
import { noteInstalled, publicationOf, published, reports, shownPublications } from './agent-publications.ts';
import { settleDeployments } from './deployments.ts';
import { STATUSES } from './publication.resource.ts';

/**
 * Calls of the agent that lives on a host (docs/wire/components.md#remote-applications). It is a component of the type `tinker`, bound to one
 * host, and knows no other: what belongs to another host is not there.
 */

/** Hosts are in the organisation of the system; each call is in the log. */
const AGENT_ROUTE = { fixedOrg: ORG.SYSTEM, transaction: true } as const;
const OWN = { own: 'the host that the agent is bound to' } as const;

/** Both addresses of one thing: the caller's own host, named or not. */
const BASES = ['/api/v1/terminal/applet-hosts/', '/api/v1/terminal/applet-hosts/:host/'] as const;

type Nothing = Record<never, never>;

interface HostCall<B extends BodySpec, P extends Fields>
  extends Pick<RouteSpec<B, Nothing, P, RowsSpec>, 'path' | 'body' | 'params' | 'answer'> {
  /** Names of the methods. */
  names: Partial<Record<Method, string>>;
  work(ctx: Context, host: Host, asked: Pick<Asked<B, Nothing, P, RowsSpec>, 'body' | 'params' | 'request' | 'kernel'>): Promise<Reply>;
}

/** A call about the caller's own host, at both of its addresses. */
const onHost = <const B extends BodySpec = Nothing, const P extends Fields = Nothing>({
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
        if (typeof given !== 'string') throw new Problem('not_a_text');
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
  work: async (ctx, host, { request }) => ok(pageOf(await revealed(ctx, host, await loginsOf(ctx, host).execute()), request)),
});

const account = onHost({
  names: { GET: 'terminal.hostaccount.retrieve' },
  path: 'accounts/:account/',
  params: ACCOUNT,
  answer: { ...shownLogin, one: true },
  work: async (ctx, host, { params, kernel }) => ok((await revealed(ctx, host, [await oneLogin(ctx, kernel, host, params.account)]))[0]),
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
    return ok((await revealed(ctx, host, [await oneLogin(ctx, kernel, host, id)]))[0]);
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
    await settleDeployments(ctx, kernel, host.id);
    return ok((await shownPublications(ctx, kernel, [after]))[0]);
  },
});

const reported = onHost({
  names: { POST: 'terminal.hostapplet.reports' },
  path: 'applets/reports/',
  answer: { ...shownAsPublication, view: 'list' },
  body: parsedBody(reports),
  work(ctx, host, { body, kernel }) {
    if (!body.success) throw new InvalidInput(problemsOf(body.error));
    return noteInstalled(ctx, kernel, host, body.data);
  },
});

export const agentRoutes = (host: ResourceDefinition): Route[] => [
  report({
    ...AGENT_ROUTE,
    method: 'POST',
    path: '/api/v1/terminal/applet-hosts/:id/startup/',
    name: 'terminal.applethost.startup',
    answer: MESSAGE,
    body: 'none',
    rows: { of: [host] },
    errors: ['permission_denied', 'object_does_not_exist', 'applet_host_bound'],
    take: (ctx, { request, kernel }) => startup(ctx, kernel, String(request.params.id)),
  }),
  ...[accounts, account, changeAccount].flat(),
  ...[applets, applet, changeApplet, reported].flat(),
];
