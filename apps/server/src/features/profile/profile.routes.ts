import { CodedError, InvalidInput } from '@postern/contract/errors';
import {
  type BodyOf,
  type Context,
  change,
  type Fields,
  ok,
  type Reply,
  type Request,
  type Route,
  type RouteSpec,
  readBody,
  route,
  type Values,
} from '@postern/resource';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import { inTurn, laneOf } from '../../platform/auth/turns.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { attempt, limitsOf } from '../authentication/index.ts';
import { acceptPassword, parseSshPublicKey, setFileKey, setPublicKey, storePassword } from '../users/index.ts';
import {
  exportPasswordFields,
  exportPasswordShape,
  keyFields,
  keyShape,
  newExportPasswordShape,
  newKeyShape,
  ownShape,
  PASSWORD,
  passwordFields,
  passwordShape,
} from './profile.shapes.ts';
import { ownRow, type ProfileDeps, profileOf, publicKeyFacts } from './profile.ts';
import { ownView } from './profile.view.ts';

const BASE = '/api/v1/users/profile/';

/** The kernel takes an empty secret for one that stays as it is; these have to be given. @throws InvalidInput required */
function given<F extends string>(body: Readonly<Record<F, string | null>>, field: F): string {
  const value = body[field];
  if (!value) throw InvalidInput.on(field, 'required');
  return value;
}

/** Takes what a person may not set or what would weaken a rule out of the values. */
function limit(values: Values, deps: ProfileDeps, before: Record<string, unknown>): void {
  // A demand to change the password is met by changing it, not by saying so.
  if (values.need_update_password === false) delete values.need_update_password;
  if (before.mfa_level === 2) delete values.mfa_level;
  if (values.mfa_level === 2) values.mfa_level = 1;
  const key = values.public_key;
  if (key === null || key === '' || !deps.settings.get('TERMINAL_PUBLIC_KEY_AUTH')) delete values.public_key;
  else if (key !== undefined && !parseSshPublicKey(String(key))) throw InvalidInput.on('public_key', 'invalid_key');
}

async function update(ctx: Context, deps: ProfileDeps, request: Request): Promise<Reply> {
  const user = ownView(deps.kernel().byName('user'));
  const before = await ownRow(ctx, deps);
  // PUT resets nothing here: the form of a person never holds all fields.
  const values = readBody(user, ctx, request.body, { verb: 'update', partial: true });
  limit(values, deps, before);
  await change(user, ctx, before, values, { partial: true });
  deps.identityChanged(ctx);
  return ok(await profileOf(ctx, deps, ctx.actor.id));
}

async function changePassword(ctx: Context, deps: ProfileDeps, body: BodyOf<typeof passwordFields>): Promise<Reply> {
  const [old, wanted, again] = [given(body, 'old_password'), given(body, 'new_password'), given(body, 'new_password_again')];
  const row = await ownRow(ctx, deps);
  // Counted like a login: whoever holds a stolen session must not find the password out here (docs/wire/authentication.md#wrong-tries).
  const lane = laneOf(ctx, ctx.actor.username);
  const tried = await inTurn(lane, (turn) =>
    attempt(ctx, deps, 'login', ctx.actor.username, () => verifyPassword(turn, old, row.password_hash)),
  );
  if (tried.state === 'locked') throw InvalidInput.on('old_password', 'password_locked', { minutes: limitsOf(deps.settings).minutes });
  if (tried.state === 'wrong') throw InvalidInput.on('old_password', 'password_wrong');
  if (wanted !== again) throw InvalidInput.on('new_password_again', 'password_mismatch');
  if (row.source !== 'local') throw InvalidInput.on('new_password', 'invalid');
  // Before the transaction: a connection is not kept while this waits.
  const hash = await acceptPassword(ctx, deps, lane, 'new_password', wanted, ctx.actor.id);
  await inTransaction(ctx.tx, ctx, (inner) => storePassword(inner, ctx.actor.id, hash, { mustChange: false }));
  return ok({});
}

async function changePublicKey(ctx: Context, deps: ProfileDeps, { public_key: key }: BodyOf<typeof keyFields>): Promise<Reply> {
  if (!parseSshPublicKey(key)) throw InvalidInput.on('public_key', 'invalid_key');
  if (deps.settings.get('TERMINAL_PUBLIC_KEY_AUTH')) await setPublicKey(ctx, key, publicKeyFacts(key).public_key_hash_md5);
  return ok(publicKeyFacts((await ownRow(ctx, deps)).public_key));
}

async function changeFileKey(ctx: Context, body: BodyOf<typeof exportPasswordFields>): Promise<Reply> {
  const wanted = given(body, 'new_secret_key');
  if (wanted !== given(body, 'new_secret_key_again')) throw InvalidInput.on('new_secret_key_again', 'password_mismatch');
  await setFileKey(ctx, wanted);
  return ok({ has_secret_key: true });
}

type Spec<B extends Fields> = Pick<
  RouteSpec<B, NoFields, NoFields, { own: string }>,
  'answer' | 'body' | 'errors' | 'transaction' | 'connectionToken' | 'handle'
>;
type NoFields = Record<never, never>;

const own = <const B extends Fields = NoFields>(method: Route['method'], path: string, name: string, spec: Spec<B>): Route =>
  route({
    method,
    path: `${BASE}${path}`,
    name: `users.profile.${name}`,
    who: { allow: 'user' },
    rows: { own: 'the account of whoever calls' },
    ...(method === 'GET' ? {} : { bodyLimit: 65_536 }),
    ...spec,
  });

/** Each write answers to PUT and to PATCH. */
const writes = <const B extends Fields = NoFields>(path: string, name: string, spec: Spec<B>): Route[] => [
  own('PUT', path, `${name}.update`, spec),
  own('PATCH', path, `${name}.partial_update`, spec),
];

export const profileRoutes = (deps: ProfileDeps): readonly Route[] => [
  own('GET', '', 'retrieve', {
    connectionToken: true,
    answer: ownShape,
    handle: async (ctx) => ok(await profileOf(ctx, deps, ctx.actor.id)),
  }),
  ...writes('', 'profile', { answer: ownShape, handle: (ctx, { request }) => update(ctx, deps, request) }),
  own('GET', 'password/', 'password', { answer: { title: PASSWORD }, handle: async () => ok({}) }),
  ...writes('password/', 'password', {
    // Wrong tries are counted outside of a transaction, so that the count survives the refusal.
    transaction: false,
    body: passwordFields,
    answer: passwordShape,
    handle: (ctx, { body }) => changePassword(ctx, deps, body),
  }),
  own('GET', 'public-key/', 'publickey', {
    answer: keyShape,
    handle: async (ctx) => ok(publicKeyFacts((await ownRow(ctx, deps)).public_key)),
  }),
  ...writes('public-key/', 'publickey', {
    body: keyFields,
    answer: newKeyShape,
    handle: (ctx, { body }) => changePublicKey(ctx, deps, body),
  }),
  own('GET', 'secret-key/', 'secretkey', {
    answer: exportPasswordShape,
    handle: async (ctx) => ok({ has_secret_key: (await ownRow(ctx, deps)).secret_key ? true : null }),
  }),
  ...writes('secret-key/', 'secretkey', {
    body: exportPasswordFields,
    answer: newExportPasswordShape,
    handle: (ctx, { body }) => changeFileKey(ctx, body),
  }),
  own('GET', 'mfa/reset/', 'mfareset', {
    errors: ['own_account'],
    handle: async () => {
      throw new CodedError('own_account');
    },
  }),
];
