import { CodedError } from '@postern/contract/errors';
import { SECRET_TYPE_LABELS } from '@postern/contract/protocols';
import { render, text } from '@postern/contract/text';
import { type Context, objectSchema, ok, type Reply, type Route, recordSchema, TEXT_SCHEMA, uuid } from '@postern/resource';
import { inTransaction } from '../../platform/database/transaction.ts';
import { report } from '../../platform/routes/report.ts';
import { answerShape, MESSAGE, orNull, WORDS } from '../../platform/shown.ts';
import { ACCOUNT, activeAsset, GATEWAY, remoteAppOption, TARGET, validUser, waysTo } from '../connection-tokens/index.ts';
import { inSnapshot } from '../destinations/index.ts';
import { accountsFor } from '../permissions/index.ts';
import { applicationCalled } from './applications.ts';
import { leasedLogin } from './lease.queries.ts';
import { dropLease, type Leased, leaseFor, release } from './lease.ts';

/** What a component that carries a remote application asks for: a host and a login on it (docs/wire/components.md#remote-applications). */

const reasons = {
  spent: text('the token has expired or was used before', '令牌已过期或已被使用', 'トークンは期限切れか使用済みです'),
  refused: text('the person may not open it any more', '该用户已无权打开', 'この利用者はもう開けません'),
  applet: text('there is no such application for this protocol', '没有适用于该协议的此应用', 'このプロトコルに使えるアプリがありません'),
  host: text('no host or login is free', '没有可用的发布机或账号', '空いているホストまたはアカウントがありません'),
};

/** A refusal that also carries `error`, where components look for the words. */
function refusal(ctx: Context, reason: keyof typeof reasons): CodedError {
  const error = render(reasons[reason], ctx.language);
  return new CodedError(
    'applet_option_refused',
    { reason: reasons[reason] },
    { body: { code: 'applet_option_refused', detail: error, error } },
  );
}

/** A token that was given to this component; another one's is not there. @throws CodedError */
async function ownToken(ctx: Context, id: string | undefined) {
  const { component } = ctx.actor;
  const token =
    id && component
      ? await ctx.tx
          .selectFrom('connection_tokens')
          .select(['id', 'user_id', 'asset_id', 'account', 'protocol', 'connect_method', 'is_active', 'date_used', 'date_expired'])
          .where('id', '=', id)
          .where('component_id', '=', component.id)
          .executeTakeFirst()
      : undefined;
  if (!token) throw new CodedError('object_does_not_exist', { resource: 'connection token' });
  if (!token.is_active || token.date_used || token.date_expired <= ctx.clock()) throw refusal(ctx, 'spent');
  return token;
}

/** Host and login of a lease in the form of a connection's secret; undefined when they are no more what was leased. */
async function leasedWays(ctx: Context, { hostId, accountId }: Leased) {
  const [host, login] = [await activeAsset(ctx, hostId), await leasedLogin(ctx, accountId)];
  const ways = login && (await waysTo(ctx, login.domain_id));
  if (!host || !login || !ways) return undefined;
  const { domain_id: _way, secret_type, secret, ...account } = login;
  return {
    host: { ...host, info: {}, secret_info: {}, spec_info: {} },
    account: {
      ...account,
      secret_type: { value: secret_type, label: render(SECRET_TYPE_LABELS[secret_type], ctx.language) },
      secret: await ctx.secrets.open(secret),
      su_from: null,
    },
    gateway: ways[0] ?? null,
  };
}

/** A lease for a token that would still open a session. */
async function leaseOf(ctx: Context, id: string | undefined) {
  const token = await ownToken(ctx, id);
  const user = await validUser(ctx, token.user_id);
  const asset = await activeAsset(ctx, token.asset_id);
  if (!user || !asset) throw refusal(ctx, 'refused');
  const account = (await accountsFor(ctx, user, asset.id)).find((one) => one.alias === token.account);
  if (!account || account.actions === 0) throw refusal(ctx, 'refused');
  const applet = await applicationCalled(ctx, token.connect_method);
  if (!applet?.is_active || !applet.protocols.includes(token.protocol)) throw refusal(ctx, 'applet');
  const connection = { tokenId: token.id, userId: user.id, assetId: asset.id, componentId: componentOf(ctx) };
  const leased = await leaseFor(ctx, applet, connection);
  if (!leased) throw refusal(ctx, 'host');
  return { leased, applet, user, asset, token };
}

const componentOf = (ctx: Context): string => ctx.actor.component?.id ?? '';

/** Leases in a transaction of its own, then reads in one state of the database where the secret goes and whether it may. */
async function option(ctx: Context, id: string | undefined): Promise<Reply> {
  const { leased, applet, user, asset, token } = await inTransaction(ctx.tx, ctx, (inner) => leaseOf(inner, id));
  const answer = await inSnapshot(ctx, (still) => leasedWays(still, leased));
  if (!answer) {
    await inTransaction(ctx.tx, ctx, (inner) => dropLease(inner, token.id));
    throw refusal(ctx, 'host');
  }
  const { host, account } = answer;
  ctx.audit({
    action: 'connect',
    resourceType: 'applethost',
    resourceId: host.id,
    resource: host.name,
    orgId: host.org_id,
    changes: [
      { field: 'account', before: '', after: account.username },
      { field: 'user', before: '', after: `${user.name}(${user.username})` },
    ],
  });
  return ok({
    id: leased.accountId,
    applet: { id: applet.id, name: applet.name },
    ...answer,
    remote_app_option: remoteAppOption({ app: applet.name, userId: user.id, assetId: asset.id, tokenId: token.id }),
  });
}

const BASE = '/api/v1/authentication/super-connection-token/';
/** As for all calls with tokens of others. */
const right = 'authentication.view_superconnectiontoken';

const optionShape = answerShape(
  objectSchema({
    id: TEXT_SCHEMA,
    applet: objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA }),
    host: TARGET,
    account: ACCOUNT,
    gateway: orNull(GATEWAY),
    remote_app_option: recordSchema(TEXT_SCHEMA),
  }),
);

const appletOption = report({
  right,
  method: 'POST',
  path: `${BASE}applet-option/`,
  name: 'authentication.superconnectiontoken.appletOption',
  answer: optionShape,
  rows: { own: 'tokens that the component exchanged' },
  transaction: false,
  body: { id: uuid({ label: WORDS.id }) },
  errors: ['object_does_not_exist', 'applet_option_refused'],
  take: (ctx, { body }) => option(ctx, body.id),
});

const giveBack = (method: 'POST' | 'DELETE'): Route =>
  report({
    right,
    method,
    path: `${BASE}applet-account/release/`,
    name: `authentication.superconnectiontoken.release.${method.toLowerCase()}`,
    answer: MESSAGE,
    rows: { own: 'logins that the component leased' },
    body: { id: uuid({ label: WORDS.id }) },
    errors: ['applet_option_refused'],
    async take(ctx, { body: { id } }) {
      const done = id !== undefined && (await release(ctx, componentOf(ctx), id));
      if (!done) throw refusal(ctx, 'host');
      return ok({ msg: 'released' });
    },
  });

export const appletOptionRoutes: readonly Route[] = [appletOption, giveBack('POST'), giveBack('DELETE')];
