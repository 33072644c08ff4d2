import { APPLET_CARRIERS } from '@postern/contract/connect-methods';
import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { VIRTUAL_ACCOUNT_ID } from '@postern/contract/platforms';
import type { Context } from '@postern/resource';
import { lastGiven } from './component-scope.queries.ts';

/** What one component may ask of connections (decision 0069). Its type is what it said when it was approved. */

const TERMINAL = ['koko'];
const DESKTOP = ['lion', 'guacamole'];
const DATABASE = ['chen', 'omnidb'];

/** People choose the words that are looked up here: no word that every object knows may be found. */
const byWord = (known: Record<string, readonly string[]>): ReadonlyMap<string, readonly string[]> => new Map(Object.entries(known));

/** Component types that carry the graphical method of a protocol. */
const GRAPHICAL = byWord({
  rdp: DESKTOP,
  vnc: DESKTOP,
  chatgpt: ['kael'],
  mysql: DATABASE,
  mariadb: DATABASE,
  postgresql: DATABASE,
  oracle: DATABASE,
  sqlserver: DATABASE,
});
const CARRIERS = byWord({
  web_cli: TERMINAL,
  web_sftp: TERMINAL,
  ssh: TERMINAL,
  putty: TERMINAL,
  xshell: TERMINAL,
  sftp: TERMINAL,
  ssh_client: TERMINAL,
  ssh_guide: TERMINAL,
  sftp_client: TERMINAL,
  mstsc: ['razor', 'xrdp'],
  db_client: ['magnus'],
  db_guide: ['magnus'],
});

/** The agent on a host of remote applications, and those who carry their sessions to it. */
export const AGENT = 'tinker';

/** Whether tokens of this way of connecting are made for components of the type. Ways we do not know are for any but agents. */
export function carries(type: string, method: string, protocol: string, applet: boolean): boolean {
  if (applet) return type === AGENT || APPLET_CARRIERS.includes(type);
  if (type === AGENT) return false;
  const carriers = method === 'web_gui' ? GRAPHICAL.get(protocol) : CARRIERS.get(method);
  return carriers?.includes(type) ?? true;
}

/**
 * A component speaks about the host key of a machine that it was given leave to open, or of a gateway on the way to one; a pin of
 * somebody's own making would shut the machine for everybody, or stand for another one.
 * @throws CodedError permission_denied
 */
export async function requireGrant(ctx: Context, assetId: string | undefined): Promise<void> {
  const { component } = ctx.actor;
  if (!component || assetId === undefined) throw new CodedError('permission_denied');
  const given = await ctx.tx
    .selectFrom('connection_tokens as k')
    .innerJoin('assets as a', 'a.id', 'k.asset_id')
    .select('k.id')
    .where('k.component_id', '=', component.id)
    .where((eb) => {
      const through = eb
        .selectFrom('assets as g')
        .innerJoin('platforms as p', 'p.id', 'g.platform_id')
        .select('g.domain_id')
        .where('g.id', '=', assetId)
        .where('p.name', '=', 'Gateway');
      return eb.or([eb('a.id', '=', assetId), eb('a.domain_id', '=', through)]);
    })
    .limit(1)
    .executeTakeFirst();
  if (!given) throw new CodedError('permission_denied');
}

/** What a component reports a session of. */
export interface LiveSession {
  user_id: unknown;
  asset_id: unknown;
  account_id: unknown;
  /** How it calls the account. */
  account: unknown;
}

/** How evidence names whom and what a session is about, and whose organisation it is. */
interface NamedSession {
  user: string;
  asset: string;
  account: string;
  account_id: string;
  org_id: string;
}

/** Alias of a login that is stored nowhere, which components name by its id or by itself. */
const aliasOf = (given: unknown): string | undefined =>
  Object.entries(VIRTUAL_ACCOUNT_ID).find(([alias, id]) => given === alias || parseUuid(given) === id)?.[0];

/** Where the login of a token is known, evidence says no other; a name typed in at the component only the component knows. */
const calledAs = (reported: unknown, alias: string, login: string | null): string =>
  login === null || String(reported).endsWith(`(${login})`) ? String(reported) : `${alias}(${login})`;

/**
 * The connection that a component was last given for what it reports a session of. A session of a person, a machine or an account that
 * it got no token for would be evidence of somebody's own making. Logins that are named at the connection (`@INPUT`, `@USER`, `@ANON`)
 * have no row: a session under one has its id, and no stored account's.
 * @returns undefined when the component was given none
 */
export async function connectionGiven(
  ctx: Context,
  { user_id, asset_id, account_id, account }: LiveSession,
): Promise<NamedSession | undefined> {
  const alias = aliasOf(account_id);
  const { component } = ctx.actor;
  const asked = { user: parseUuid(user_id), asset: parseUuid(asset_id), account: parseUuid(account_id), alias };
  const found = component && (await lastGiven(ctx, component.id, asked));
  if (!found) return undefined;
  const { id, stored, login, ...named } = found;
  if (id && stored) return { ...named, account: stored, account_id: id };
  return alias ? { ...named, account: calledAs(account, alias, login), account_id: String(VIRTUAL_ACCOUNT_ID[alias]) } : undefined;
}
