import { CodedError, InvalidInput } from '@postern/contract/errors';
import { type Context, change, ok, type Reply, type Request, type Route, readBody, type Values } from '@postern/resource';
import { sql } from 'kysely';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import { inTurn, laneOf } from '../../platform/auth/turns.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { attempt, limitsOf } from '../authentication/index.ts';
import { acceptPassword, parseSshPublicKey, storePassword } from '../users/index.ts';
import { exportPasswordShape, keyShape, newExportPasswordShape, newKeyShape, ownShape, PASSWORD, passwordShape } from './profile.shapes.ts';
import { ownRow, type ProfileDeps, profileOf, publicKeyFacts } from './profile.ts';
import { MAX_PASSWORD, MAX_PUBLIC_KEY, ownView } from './profile.view.ts';

const BASE = '/api/v1/users/profile/';

const record = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};

/** An encrypted or plain text of the body. @throws InvalidInput required, incorrect_type, max_length */
function secretOf(ctx: Context, body: Record<string, unknown>, field: string): string {
  const given = body[field];
  if (given === undefined || given === null || given === '') throw InvalidInput.on(field, 'required');
  if (typeof given !== 'string' || given.length > 4096) throw InvalidInput.on(field, 'incorrect_type');
  const plain = ctx.decrypt(given);
  if (plain.length > MAX_PASSWORD) throw InvalidInput.on(field, 'max_length', { max: MAX_PASSWORD });
  return plain;
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
  const before = await ownRow(ctx, ctx.actor.id);
  // PUT resets nothing here: the form of a person never holds all fields.
  const values = readBody(user, ctx, request.body, { verb: 'update', partial: true });
  limit(values, deps, before);
  await change(user, ctx, before, values, { partial: true });
  deps.identityChanged(ctx);
  return ok(await profileOf(ctx, deps, ctx.actor.id));
}

async function changePassword(ctx: Context, deps: ProfileDeps, request: Request): Promise<Reply> {
  const body = record(request.body);
  const [old, wanted, again] = ['old_password', 'new_password', 'new_password_again'].map((field) => secretOf(ctx, body, field)) as [
    string,
    string,
    string,
  ];
  const row = await ownRow(ctx, ctx.actor.id);
  // Counted like a login: whoever holds a stolen session must not find the password out here (docs/wire/authentication.md#wrong-tries).
  const lane = laneOf(ctx, ctx.actor.username);
  const tried = await inTurn(lane, (turn) =>
    attempt(ctx, deps, 'login', ctx.actor.username, () => verifyPassword(turn, old, row.password_hash as string | null)),
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

async function setPublicKey(ctx: Context, deps: ProfileDeps, request: Request): Promise<Reply> {
  const given = record(request.body).public_key;
  if (typeof given !== 'string' || given.trim() === '') throw InvalidInput.on('public_key', 'required');
  if (given.length > MAX_PUBLIC_KEY) throw InvalidInput.on('public_key', 'max_length', { max: MAX_PUBLIC_KEY });
  if (!parseSshPublicKey(given)) throw InvalidInput.on('public_key', 'invalid_key');
  if (deps.settings.get('TERMINAL_PUBLIC_KEY_AUTH')) {
    await sql`update users set public_key = ${given.trim()} where id = ${ctx.actor.id}`.execute(ctx.tx);
    const changes = [{ field: 'public_key', before: '', after: publicKeyFacts(given).public_key_hash_md5 }];
    ctx.audit({ action: 'update', resourceType: 'user', resourceId: ctx.actor.id, resource: ctx.actor.username, changes });
  }
  return ok(publicKeyFacts((await ownRow(ctx, ctx.actor.id)).public_key));
}

/** The password of encrypted exports (docs/wire/users.md#file-key). Sealed: it is needed again to write the archive. */
async function setSecretKey(ctx: Context, request: Request): Promise<Reply> {
  const body = record(request.body);
  const wanted = secretOf(ctx, body, 'new_secret_key');
  if (wanted !== secretOf(ctx, body, 'new_secret_key_again')) throw InvalidInput.on('new_secret_key_again', 'password_mismatch');
  await sql`update users set secret_key = ${ctx.secrets.seal(wanted)} where id = ${ctx.actor.id}`.execute(ctx.tx);
  const changes = [{ field: 'secret_key', before: '******', after: '******' }];
  ctx.audit({ action: 'update', resourceType: 'user', resourceId: ctx.actor.id, resource: ctx.actor.username, changes });
  return ok({ has_secret_key: true });
}

const route = (method: Route['method'], path: string, name: string, handle: Route['handle'], more: Partial<Route> = {}): Route => ({
  method,
  path: `${BASE}${path}`,
  policy: { allow: 'user' },
  name: `users.profile.${name}`,
  handle,
  ...more,
});

/** Each write answers to PUT and to PATCH. */
const writes = (path: string, name: string, handle: Route['handle'], more: Partial<Route> = {}): Route[] => [
  route('PUT', path, `${name}.update`, handle, { bodyLimit: 65_536, ...more }),
  route('PATCH', path, `${name}.partial_update`, handle, { bodyLimit: 65_536, ...more }),
];

export const profileRoutes = (deps: ProfileDeps): readonly Route[] => [
  route('GET', '', 'retrieve', async (ctx) => ok(await profileOf(ctx, deps, ctx.actor.id)), { connectionToken: true, shape: ownShape }),
  ...writes('', 'profile', (ctx, request) => update(ctx, deps, request), { shape: ownShape }),
  route('GET', 'password/', 'password', async () => ok({}), { shape: { title: PASSWORD } }),
  // Wrong tries are counted outside of a transaction, so that the count survives the refusal.
  ...writes('password/', 'password', (ctx, request) => changePassword(ctx, deps, request), { transaction: false, shape: passwordShape }),
  route('GET', 'public-key/', 'publickey', async (ctx) => ok(publicKeyFacts((await ownRow(ctx, ctx.actor.id)).public_key)), {
    shape: keyShape,
  }),
  ...writes('public-key/', 'publickey', (ctx, request) => setPublicKey(ctx, deps, request), { shape: newKeyShape }),
  route(
    'GET',
    'secret-key/',
    'secretkey',
    async (ctx) => ok({ has_secret_key: (await ownRow(ctx, ctx.actor.id)).secret_key ? true : null }),
    { shape: exportPasswordShape },
  ),
  ...writes('secret-key/', 'secretkey', (ctx, request) => setSecretKey(ctx, request), { shape: newExportPasswordShape }),
  route('GET', 'mfa/reset/', 'mfareset', async () => {
    throw new CodedError('own_account');
  }),
];
