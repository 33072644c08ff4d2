import { ACTION } from '@postern/contract/actions';
import { connectMethod } from '@postern/contract/connect-methods';
import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import { type Context, can, ok, type Query, type Reply, type Request, type Route, type Shape } from '@postern/resource';
import { sql } from 'kysely';
import { shown } from '../../platform/shown.ts';
import { accountsFor, type UsableAccount } from '../permissions/index.ts';
import { chooseEndpoint, isHost, portFor } from '../terminals/index.ts';
import { fileName, launchCommand, rdpFile, remoteAppOption, windowOf } from './client-files.ts';
import { refused } from './refusal.ts';
import { type Applets, activeAsset, appletCalled, opens, type Person, type TargetAsset, validUser } from './token.service.ts';

interface OwnToken {
  id: string;
  sealed_value: string;
  account: string;
  protocol: string;
  connect_method: string;
  asset_id: string;
  waits: boolean;
  usable: boolean;
}

/** What a native client is started for. */
interface Connection {
  token: OwnToken;
  user: Person;
  asset: TargetAsset;
  account: UsableAccount;
}

/**
 * A token of one's own that would open a session now; everything that its exchange asks is asked here, too, so that nobody starts a client for
 * nothing (docs/wire/authentication.md).
 * @throws CodedError object_does_not_exist for somebody else's and for none, connection_token_refused with the reason
 */
async function connectionOf(ctx: Context, id: unknown): Promise<Connection> {
  const { rows } = await sql<OwnToken>`
    select id, sealed_value, account, protocol, connect_method, asset_id, not is_active and from_ticket_id is not null as waits,
      is_active and date_used is null and date_expired > ${ctx.clock()} as usable
    from connection_tokens where id = ${parseUuid(id) ?? null}::uuid and user_id = ${ctx.actor.id}`.execute(ctx.tx);
  const [token] = rows;
  if (!token) throw new CodedError('object_does_not_exist', { resource: 'connection token' });
  if (!token.usable) throw refused(token.waits ? 'review' : 'spent');
  const user = await validUser(ctx, ctx.actor.id);
  if (!user) throw refused('user');
  const asset = await activeAsset(ctx, token.asset_id);
  if (!asset) throw refused('asset');
  const account = (await accountsFor(ctx, user, asset.id)).find((one) => one.alias === token.account);
  if (!account || account.actions === 0) throw refused('grant');
  return { token, user, asset, account };
}

/** Where a client goes for the protocol, and its port there. */
async function placeOf(ctx: Context, asset: TargetAsset, protocol: string, url: URL): Promise<{ host: string; port: number }> {
  const here = url.hostname.replace(/^\[|\]$/g, '');
  const endpoint = await chooseEndpoint(ctx, asset, protocol, here);
  return { host: isHost(endpoint.host) ? endpoint.host : here, port: portFor(endpoint, protocol) };
}

/** Drives of one's own machine are files that go both ways. */
const MOVES_FILES = ACTION.upload | ACTION.download | ACTION.delete;

async function wantsConsole(ctx: Context, assetId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from assets a join platforms p on p.id = a.platform_id, jsonb_array_elements(p.protocols) as o
    where a.id = ${assetId} and o ->> 'name' = 'rdp' and o -> 'setting' ->> 'console' = 'true'`.execute(ctx.tx);
  return rows.length > 0;
}

async function desktopFile(ctx: Context, { token, user, asset, account }: Connection, query: Query, url: URL, app?: string) {
  const asked = windowOf(query);
  const remoteApp = app === undefined ? {} : { remoteApp: remoteAppOption({ app, userId: user.id, assetId: asset.id, tokenId: token.id }) };
  return {
    name: fileName(user.username, asset.name),
    content: rdpFile({
      ...(await placeOf(ctx, asset, 'rdp', url)),
      username: user.username,
      tokenId: token.id,
      window: { ...asked, drives: asked.drives && (account.actions & MOVES_FILES) === MOVES_FILES },
      console: app === undefined && (await wantsConsole(ctx, asset.id)),
      ...remoteApp,
    }),
  };
}

/** Terminal pages look for these first words. */
const unknownMethod = (method: string): Reply => ok({ error: `Connect method not supported: ${method.slice(0, 32)}` }, 400);

/** The remote application that a token is for, while it may be used. */
async function applicationOf(ctx: Context, applets: Applets, { token }: Connection): Promise<string | undefined> {
  const applet = await appletCalled(ctx, applets, token.connect_method);
  return applet && opens(applet, token.protocol) ? applet.name : undefined;
}

async function rdpReply(ctx: Context, { params, query, url }: Request, applets: Applets): Promise<Reply> {
  const connection = await connectionOf(ctx, params.id);
  const { protocol, connect_method } = connection.token;
  const app = await applicationOf(ctx, applets, connection);
  if (protocol !== 'rdp' && app === undefined) return unknownMethod(connect_method);
  const { name, content } = await desktopFile(ctx, connection, query, url, app);
  return {
    status: 200,
    body: Buffer.from(content),
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}.rdp`,
      'cache-control': 'no-store',
    },
  };
}

async function urlReply(ctx: Context, { params, query, url }: Request, applets: Applets): Promise<Reply> {
  const connection = await connectionOf(ctx, params.id);
  const { id, sealed_value, protocol, connect_method } = connection.token;
  const method = connectMethod(connect_method, protocol);
  const app = await applicationOf(ctx, applets, connection);
  const value = ctx.secrets.open(sealed_value);
  const told = { id, value, protocol, command: '', file: {} };
  if (app !== undefined || method?.value === 'mstsc') {
    told.protocol = 'rdp';
    told.file = await desktopFile(ctx, connection, query, url, app);
  } else if (method) {
    const place = await placeOf(ctx, connection.asset, method.endpoint_protocol, url);
    told.command = launchCommand(method.value, { ...place, tokenId: id, value });
  } else return unknownMethod(connect_method);
  return { ...ok({ url: `jms://${Buffer.from(JSON.stringify(told)).toString('base64')}` }), headers: { 'cache-control': 'no-store' } };
}

const linkShape: Shape = {
  title: text('Native client', '本地客户端', 'ネイティブクライアント'),
  fields: { url: shown(text('Link', '链接', 'リンク')) },
};

/** What starts a native client for a token of one's own: by a link that its launcher opens, or as a file for remote desktops. */
export const clientRoutes = ({ applets }: { applets: Applets }): readonly Route[] =>
  (
    [
      ['client-url', urlReply, { shape: linkShape }],
      ['rdp-file', rdpReply, {}],
    ] as const
  ).flatMap(([path, handle, more]) =>
    (['GET', 'POST'] as const).map(
      (method): Route => ({
        method,
        path: `/api/v1/authentication/connection-token/:id/${path}/`,
        name: `authentication.connectiontoken.${path}@${method}`,
        policy: can('authentication.add_connectiontoken'),
        rootOrg: true,
        transaction: false,
        ...more,
        handle: (ctx, request) => handle(ctx, request, applets),
      }),
    ),
  );
