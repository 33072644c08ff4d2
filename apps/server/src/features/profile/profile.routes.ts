import { CodedError, InvalidInput } from '@postern/contract/errors';
import { type BodyOf, type Context, change, objectSchema, type Route, readBody, reader, type Values } from '@postern/resource';
import { inHashQueue, queueKeyOf } from '../../platform/auth/hash-queue.ts';
import { verifyPassword } from '../../platform/auth/passwords.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { form } from '../../platform/routes/form.ts';
import { refused } from '../../platform/routes/refused.ts';
import { NOTHING } from '../../platform/shown.ts';
import { attempt, limitsOf } from '../authentication/index.ts';
import { acceptPublicKey } from '../ssh-keys/index.ts';
import { acceptPassword, madeUp, setFileKey, setPublicKey, storePassword, takePhone, type UserRow } from '../users/index.ts';
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
import { ownKeyFacts, ownRow, type ProfileDeps, profileOf } from './profile.ts';
import { ASKED_ONCE, ownView } from './profile.view.ts';

const BASE = '/api/v1/users/profile/';

/** The kernel takes an empty secret for one that stays as it is; these have to be given. @throws InvalidInput required */
function given<F extends string>(body: Readonly<Record<F, string | null>>, field: F): string {
  const value = body[field];
  if (!value) throw InvalidInput.on(field, 'required');
  return value;
}

/** Takes what a person may not set or what would weaken a rule out of the values. */
function limit(values: Values, deps: ProfileDeps, before: UserRow): void {
  const asked = madeUp(before);
  for (const name of ASKED_ONCE) if (!asked.includes(name)) delete values[name];
  // A demand to change the password is met by changing it, not by saying so.
  if (values.need_update_password === false) delete values.need_update_password;
  if (before.mfa_level === 2) delete values.mfa_level;
  if (values.mfa_level === 2) values.mfa_level = 1;
  const key = values.public_key;
  if (key === null || key === '' || !deps.settings.get('TERMINAL_PUBLIC_KEY_AUTH')) delete values.public_key;
  else if (key !== undefined) acceptPublicKey('public_key', String(key));
}

/** A key opens for longer than the login that sets it, so a browser is asked again who sits there (docs/decisions/0093). */
async function storeKey(ctx: Context, deps: ProfileDeps, key: string): Promise<void> {
  if (ctx.session) await deps.confirm(ctx);
  await setPublicKey(ctx, key);
}

/** PUT resets nothing here: the form of a person never holds all fields. */
const ownFields = reader(ownShape, (given, ctx, kernel) =>
  readBody(ownView(kernel.byName('user')), ctx, given, { verb: 'update', partial: true }),
);

async function update(ctx: Context, deps: ProfileDeps, values: Values): Promise<unknown> {
  const user = ownView(deps.kernel().byName('user'));
  const before = await ownRow(ctx, deps);
  limit(values, deps, before);
  if (typeof values.public_key === 'string') await storeKey(ctx, deps, values.public_key);
  await takePhone(ctx, deps, ctx.actor.id, values, before);
  await change(user, ctx, before, values, { partial: true });
  deps.identityChanged(ctx);
  return profileOf(ctx, deps, ctx.actor.id);
}

async function changePassword(ctx: Context, deps: ProfileDeps, body: BodyOf<typeof passwordFields>): Promise<object> {
  const [old, wanted, again] = [given(body, 'old_password'), given(body, 'new_password'), given(body, 'new_password_again')];
  const row = await ownRow(ctx, deps);
  // Counted like a login: whoever holds a stolen session must not find the password out here (docs/wire/authentication.md#wrong-tries).
  const queueKey = queueKeyOf(ctx, ctx.actor.username);
  const tried = await inHashQueue(queueKey, (slot) =>
    attempt(ctx, deps, 'login', ctx.actor.username, () => verifyPassword(slot, old, row.password_hash)),
  );
  if (tried.state === 'locked') throw InvalidInput.on('old_password', 'password_locked', { minutes: limitsOf(deps.settings).minutes });
  if (tried.state === 'wrong') throw InvalidInput.on('old_password', 'password_wrong');
  if (wanted !== again) throw InvalidInput.on('new_password_again', 'password_mismatch');
  if (row.source !== 'local') throw InvalidInput.on('new_password', 'password_kept_elsewhere');
  // Before the transaction: a connection is not kept while this waits.
  const hash = await acceptPassword(ctx, deps, queueKey, 'new_password', wanted, ctx.actor.id);
  await inTransaction(ctx.tx, ctx, (inner) => storePassword(inner, ctx.actor.id, hash, { mustChange: false }));
  return {};
}

async function changePublicKey(ctx: Context, deps: ProfileDeps, { public_key: key }: BodyOf<typeof keyFields>): Promise<object> {
  acceptPublicKey('public_key', key);
  if (deps.settings.get('TERMINAL_PUBLIC_KEY_AUTH')) await storeKey(ctx, deps, key);
  return ownKeyFacts(ctx, ctx.actor.id);
}

async function changeFileKey(ctx: Context, body: BodyOf<typeof exportPasswordFields>): Promise<object> {
  const wanted = given(body, 'new_secret_key');
  if (wanted !== given(body, 'new_secret_key_again')) throw InvalidInput.on('new_secret_key_again', 'password_mismatch');
  await setFileKey(ctx, wanted);
  return { has_secret_key: true };
}

/** All of it is of whoever calls. */
const OWN = { who: { allow: 'user' }, rows: { own: 'the account of whoever calls' } } as const;
const named = (what: string) => ({ put: `users.profile.${what}update`, patch: `users.profile.${what}partial_update`, bodyLimit: 65_536 });

export const profileRoutes = (deps: ProfileDeps): readonly Route[] => [
  ...form({
    ...OWN,
    path: BASE,
    read: {
      name: 'users.profile.retrieve',
      connectionToken: true,
      answer: ownShape,
      show: (ctx) => profileOf(ctx, deps, ctx.actor.id),
    },
    write: {
      ...named(''),
      body: ownFields,
      drawn: ownShape,
      answer: ownShape,
      errors: ['user_confirm_required'],
      take: (ctx, { body }) => update(ctx, deps, body),
    },
  }),
  ...form({
    ...OWN,
    path: `${BASE}password/`,
    read: { name: 'users.profile.password', answer: { title: PASSWORD, schema: objectSchema({}) }, show: () => ({}) },
    write: {
      ...named('password.'),
      // Wrong tries are counted outside of a transaction, so that the count survives the refusal.
      transaction: false,
      body: passwordFields,
      drawn: passwordShape,
      answer: NOTHING,
      take: (ctx, { body }) => changePassword(ctx, deps, body),
    },
  }),
  ...form({
    ...OWN,
    path: `${BASE}public-key/`,
    read: {
      name: 'users.profile.publickey',
      answer: keyShape,
      show: (ctx) => ownKeyFacts(ctx, ctx.actor.id),
    },
    write: {
      ...named('publickey.'),
      body: keyFields,
      drawn: newKeyShape,
      answer: keyShape,
      errors: ['user_confirm_required'],
      take: (ctx, { body }) => changePublicKey(ctx, deps, body),
    },
  }),
  ...form({
    ...OWN,
    path: `${BASE}secret-key/`,
    read: {
      name: 'users.profile.secretkey',
      answer: exportPasswordShape,
      show: async (ctx) => ({ has_secret_key: (await ownRow(ctx, deps)).secret_key ? true : null }),
    },
    write: {
      ...named('secretkey.'),
      body: exportPasswordFields,
      drawn: newExportPasswordShape,
      answer: exportPasswordShape,
      take: (ctx, { body }) => changeFileKey(ctx, body),
    },
  }),
  refused({
    ...OWN,
    method: 'GET',
    path: `${BASE}mfa/reset/`,
    name: 'users.profile.mfareset',
    errors: ['own_account'],
    why: () => new CodedError('own_account'),
  }),
];
