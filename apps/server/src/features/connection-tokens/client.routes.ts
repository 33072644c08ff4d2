import { ACTION } from '@postern/contract/actions';
import { connectMethod } from '@postern/contract/connect-methods';
import { CodedError } from '@postern/contract/errors';
import { text as t } from '@postern/contract/text';
import { type Context, can, ok, type Reply, type Route, route, type Shape, text, uuid } from '@postern/resource';
import { download, type File } from '../../platform/routes/download.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { accountsFor, type UsableAccount } from '../permissions/index.ts';
import { chooseEndpoint, isHost, portFor } from '../terminals/index.ts';
import { fileName, launchCommand, rdpFile, remoteAppOption, windowOf } from './client-files.ts';
import { refused } from './refusal.ts';
import { activeAsset, type TargetAsset, wantsConsole } from './token.queries.ts';
import { ownTokenRows, type TokenRow } from './token.resource.ts';
import { type Applets, appletCalled, opens, type Person, validUser } from './token.service.ts';

/** What a native client is started for. */
interface Connection {
  token: Pick<TokenRow, 'id' | 'sealed_value' | 'account' | 'protocol' | 'connect_method'>;
  user: Person;
  asset: TargetAsset;
  account: UsableAccount;
}

/**
 * A token of one's own that would open a session now; everything that its exchange asks is asked here, too, so that nobody starts a client for
 * nothing (docs/wire/authentication.md).
 * @throws CodedError object_does_not_exist for somebody else's and for none, connection_token_refused with the reason
 */
async function connectionOf(ctx: Context, id: string): Promise<Connection> {
  const token = await ctx.tx
    .selectFrom('connection_tokens as t')
    .selectAll('t')
    .where('t.id', '=', id)
    .where(ownTokenRows(ctx, 't'))
    .executeTakeFirst();
  if (!token) throw new CodedError('object_does_not_exist', { resource: 'connection token' });
  if (!token.is_active && token.from_ticket_id) throw refused('review');
  if (!token.is_active || token.date_used || token.date_expired <= ctx.clock()) throw refused('spent');
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

/** What a person wants of the window of a remote desktop; what no window has is not obeyed. */
const wanted = (en: string, zh: string, ja: string) => text({ label: t(en, zh, ja), max: 64, default: '', blank: true });
const WINDOW = {
  full_screen: wanted('Full screen', '全屏', '全画面'),
  width: wanted('Width', '宽度', '幅'),
  height: wanted('Height', '高度', '高さ'),
  drives_redirect: wanted('Local drives', '本地磁盘', 'ローカルドライブ'),
};
type Window = Record<keyof typeof WINDOW, string>;

async function desktopFile(ctx: Context, { token, user, asset, account }: Connection, query: Window, url: URL, app?: string) {
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

/** What both routes are asked for. */
interface Start {
  id: string;
  query: Window;
  url: URL;
}

async function desktop(ctx: Context, { id, query, url }: Start, applets: Applets): Promise<File | Reply> {
  const connection = await connectionOf(ctx, id);
  const { protocol, connect_method } = connection.token;
  const app = await applicationOf(ctx, applets, connection);
  if (protocol !== 'rdp' && app === undefined) return unknownMethod(connect_method);
  const { name, content } = await desktopFile(ctx, connection, query, url, app);
  // The name is told encoded, as it stands in links.
  return { body: Buffer.from(content), type: 'application/octet-stream', name: `${decodeURIComponent(name)}.rdp` };
}

async function link(ctx: Context, { id, query, url }: Start, applets: Applets): Promise<Reply> {
  const connection = await connectionOf(ctx, id);
  const { sealed_value, protocol, connect_method } = connection.token;
  const method = connectMethod(connect_method, protocol);
  const app = await applicationOf(ctx, applets, connection);
  const value = ctx.secrets.decrypt(sealed_value);
  const answer = { id, value, protocol, command: '', file: {} };
  if (app !== undefined || method?.value === 'mstsc') {
    answer.protocol = 'rdp';
    answer.file = await desktopFile(ctx, connection, query, url, app);
  } else if (method) {
    const place = await placeOf(ctx, connection.asset, method.endpoint_protocol, url);
    answer.command = launchCommand(method.value, { ...place, tokenId: id, value });
  } else return unknownMethod(connect_method);
  return ok({ url: `jms://${Buffer.from(JSON.stringify(answer)).toString('base64')}` });
}

const linkShape: Shape = {
  one: true,
  title: t('Native client', '本地客户端', 'ネイティブクライアント'),
  fields: { url: shown(t('Link', '链接', 'リンク')) },
};

const ABOUT = {
  who: can('authentication.add_connectiontoken'),
  rows: { own: 'connection tokens, also those that are over' },
  rootOrg: true,
  transaction: false,
  params: { id: uuid({ label: WORDS.id, required: true }) },
  query: WINDOW,
  errors: ['object_does_not_exist', 'connection_token_refused'],
} as const;

/** Clients ask by GET and by POST, and mean the same. */
const METHODS = ['GET', 'POST'] as const;
const named = (what: string, method: string) => ({
  path: `/api/v1/authentication/connection-token/:id/${what}/`,
  name: `authentication.connectiontoken.${what}@${method}`,
});

/** What starts a native client for a token of one's own: by a link that its launcher opens, or as a file for remote desktops. */
export const clientRoutes = ({ applets }: { applets: Applets }): readonly Route[] => [
  ...METHODS.map((method) =>
    route({
      ...ABOUT,
      ...named('client-url', method),
      method,
      body: 'none',
      drawn: linkShape,
      answer: linkShape,
      handle: (ctx, { params, query, request }) => link(ctx, { id: params.id, query, url: request.url }, applets),
    }),
  ),
  ...METHODS.map((method) =>
    download({
      ...ABOUT,
      ...named('rdp-file', method),
      method,
      give: (ctx, { params, query, request }) => desktop(ctx, { id: params.id, query, url: request.url }, applets),
    }),
  ),
];
