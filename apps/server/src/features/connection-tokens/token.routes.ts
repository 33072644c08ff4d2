import { isIP } from 'node:net';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import {
  boolean,
  type Context,
  can,
  FLAG_SCHEMA,
  formatDatetime,
  insert,
  type Kernel,
  objectSchema,
  ok,
  present,
  type Route,
  readBody,
  reference,
  shownFields,
  TEXT_SCHEMA,
  text,
  uuid,
  type Values,
} from '@postern/resource';
import { requirePersonHere } from '../../platform/auth/person-here.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { action } from '../../platform/routes/action.ts';
import { creation } from '../../platform/routes/creation.ts';
import { report } from '../../platform/routes/report.ts';
import { ALLOWED, answerShape, WORDS } from '../../platform/shown.ts';
import { accountsFor } from '../permissions/index.ts';
import { connectionSecret } from './secret.ts';
import { secretShape } from './secret-shape.ts';
import { agreesToReview, auditToken, issueFor } from './token.behaviour.ts';
import { activeAsset } from './token.queries.ts';
import { connectionToken, ownTokenRows } from './token.resource.ts';
import { later, needsFactor, oneTimeSeconds, type Person, ruleTarget, type TokenDeps, validUser, type Willing } from './token.service.ts';

/** Rules about addresses are about the person's, which the component that they came to says (docs/wire/components.md#tokens). */
const fromAddress = (ctx: Context, ip: string): Context => (isIP(ip) === 0 ? ctx : { ...ctx, origin: { ...ctx.origin, ip } });

/** Makes a token and answers it as its owner sees it. */
async function issue(kernel: Kernel, ctx: Context, values: Values, person: Person, willing: Willing): Promise<unknown> {
  const resource = kernel.byName(connectionToken.name);
  issueFor(values, { ...willing, person });
  const row = await insert(resource, ctx, values);
  return (await present(kernel, resource, ctx, [row], shownFields(resource, ctx, 'detail', {})))[0];
}

/** A token as those who exchange, renew and copy one name it. What is none is told by each in its own words. */
const TOKEN = { id: uuid({ label: WORDS.id }) };

const base = '/api/v1/authentication';

/** A new token like an earlier one of one's own, even an expired or used one; everything is checked again (Luna reconnects so). */
const exchange = creation({
  path: `${base}/connection-token/exchange/`,
  name: 'authentication.connectiontoken.exchange',
  answer: { rows: 'connectiontoken' },
  who: can('authentication.add_connectiontoken'),
  rootOrg: true,
  rows: { own: 'connection tokens, also those that are over' },
  body: TOKEN,
  errors: ['object_does_not_exist', 'permission_denied'],
  async create(ctx, { body: { id }, request, kernel }) {
    const found = id
      ? await ctx.tx
          .selectFrom('connection_tokens as t')
          .select(['asset_id as asset', 'account', 'input_username', 'input_secret', 'connect_method', 'connect_options', 'protocol'])
          .where('t.id', '=', id)
          .where(ownTokenRows(ctx, 't'))
          .executeTakeFirst()
      : undefined;
    if (!found) throw new CodedError('object_does_not_exist', { resource: 'connection token' });
    const person = await validUser(ctx, ctx.actor.id);
    if (!person) throw new CodedError('permission_denied');
    const copy = { ...found, input_secret: found.input_secret ? ctx.secrets.decrypt(found.input_secret) : '' };
    const values = readBody(kernel.byName(connectionToken.name), ctx, copy, { verb: 'create', partial: false });
    return issue(kernel, ctx, values, person, { review: agreesToReview(request.query), proved: false });
  },
});

/** Whether a rule asks for a second factor before each connection of a token. */
async function asksFactor(ctx: Context, kernel: Kernel, row: { user_id: string; asset_id: string; account: string }): Promise<boolean> {
  const [user, asset] = [await validUser(ctx, row.user_id), await activeAsset(ctx, row.asset_id)];
  if (!user || !asset) return false;
  const account = (await accountsFor(ctx, user, asset.id)).find(({ alias }) => alias === row.account);
  return account !== undefined && needsFactor(ctx, kernel, user.id, ruleTarget(asset, account), ctx.origin.ip);
}

/** What is reviewed, or a second factor was shown for, is one connection; it does not become many. */
const reuse = ({ settings, kernel }: TokenDeps): Route =>
  action({
    method: 'PATCH',
    path: `${base}/connection-token/:id/reuse/`,
    name: 'authentication.connectiontoken.reuse',
    answer: answerShape(objectSchema({ id: TEXT_SCHEMA, date_expired: TEXT_SCHEMA, is_reusable: FLAG_SCHEMA })),
    who: can('authentication.reuse_connectiontoken'),
    rootOrg: true,
    rows: { one: connectionToken },
    body: { is_reusable: boolean({ label: words('Reusable', '可复用', '再利用可') }) },
    errors: ['permission_denied'],
    async act(ctx, { row, body: { is_reusable } }) {
      if (!settings.get('CONNECTION_TOKEN_REUSABLE') || row.from_ticket_id) throw new CodedError('permission_denied');
      if (is_reusable && (await asksFactor(ctx, kernel(), row))) throw new CodedError('permission_denied');
      const expires = later(ctx, is_reusable ? settings.get('CONNECTION_TOKEN_REUSABLE_EXPIRATION') : oneTimeSeconds(settings));
      await ctx.tx.updateTable('connection_tokens').set({ is_reusable, date_expired: expires }).where('id', '=', row.id).execute();
      auditToken(ctx, row, 'is_reusable', is_reusable ? 'Yes' : 'No');
      return { id: row.id, date_expired: formatDatetime(expires, ctx.timeZone), is_reusable };
    },
  });

const { asset, account, input_username, input_secret, connect_method, connect_options, protocol } = connectionToken.fields;

/** A token for somebody who came to the component. */
const issueForPerson = ({ takeCode }: TokenDeps): Route =>
  report({
    method: 'POST',
    path: `${base}/super-connection-token/`,
    name: 'authentication.superconnectiontoken.create',
    answer: { rows: 'connectiontoken' },
    right: 'authentication.add_superconnectiontoken',
    rows: { own: 'people who logged in through the component' },
    body: {
      ...{ asset, account, input_username, input_secret, connect_method, connect_options, protocol },
      user: reference('user', { label: WORDS.user, required: true, sameOrg: false, judged: 'by the resource' }),
      remote_addr: text({ label: WORDS.address_ip, max: 256, default: '', blank: true }),
      /** A code that they typed, where a rule asks for one. */
      factor: text({ label: words('Verification code', '验证码', '認証コード'), max: 64, default: '', blank: true }),
    },
    errors: [
      'person_not_here',
      'perm_account_invalid',
      'perm_expired',
      'acl_reject',
      'acl_review',
      'acl_factor',
      'acl_factor_code',
      'second_factor_missing',
      'second_factor_wrong',
    ],
    // Tries of codes stay counted, whatever becomes of the token.
    transaction: false,
    async take(ctx, { body: { user, remote_addr, factor, ...values }, request, kernel }) {
      const person = await validUser(ctx, user);
      if (!person) throw InvalidInput.on('user', 'does_not_exist', { value: user });
      await requirePersonHere(ctx, person.id);
      const there = fromAddress(ctx, remote_addr);
      if (factor) await takeCode(there, person.id, factor, request.url);
      const willing = { review: agreesToReview(request.query), proved: Boolean(factor) };
      return ok(await inTransaction(ctx.tx, there, (inner) => issue(kernel, inner, values, person, willing)), 201);
    },
  });

/** What is asked about one token by the component that was told of it. */
const ofToken = (what: 'renewal' | 'secret') =>
  ({
    path: `${base}/super-connection-token/${what}/`,
    name: `authentication.superconnectiontoken.${what}`,
    rows: { own: 'tokens whose id the component was told' },
  }) as const;

const renew = ({ settings }: TokenDeps): Route =>
  report({
    ...ofToken('renewal'),
    method: 'PATCH',
    answer: ALLOWED,
    right: 'authentication.add_superconnectiontoken',
    body: TOKEN,
    async take(ctx, { body: { id } }) {
      const renewed =
        id &&
        (await ctx.tx
          .updateTable('connection_tokens')
          .set({ date_expired: later(ctx, oneTimeSeconds(settings)) })
          .where('id', '=', id)
          .where('is_active', '=', true)
          .where('date_used', 'is', null)
          .where('date_expired', '>', ctx.clock())
          .returning('id')
          .executeTakeFirst());
      if (!renewed) throw new CodedError('permission_denied');
      return ok({ ok: true, msg: '' });
    },
  });

/** What is compared with a token and answered like one that is none, whatever it is. */
const compared = (label: typeof WORDS.id) => text({ label, max: 1024, nullable: true, blank: true });

const secret = (deps: TokenDeps): Route =>
  report({
    ...ofToken('secret'),
    method: 'POST',
    answer: secretShape,
    right: 'authentication.view_superconnectiontokensecret',
    // A refused exchange spends the token all the same, so nothing may be rolled back.
    transaction: false,
    body: {
      id: compared(WORDS.id),
      expire_now: boolean({ label: words('Spend', '立即失效', '使い切る'), nullable: true, default: null }),
      value: compared(WORDS.value),
      user: compared(WORDS.user),
    },
    errors: ['object_does_not_exist', 'connection_token_refused'],
    async take(ctx, { body: { id, expire_now, value, user } }) {
      return ok(await connectionSecret(ctx, id, expire_now, deps, { value, user }));
    },
  });

export const tokenRoutes = (deps: TokenDeps): readonly Route[] => [exchange, reuse(deps), issueForPerson(deps), renew(deps), secret(deps)];
