import { CodedError, InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import {
  type Context,
  FLAG_SCHEMA,
  formatDatetime,
  INTEGER_SCHEMA,
  json,
  listSchema,
  noContent,
  objectSchema,
  ok,
  type Reply,
  type Request,
  type Route,
  TEXT_SCHEMA,
  text as textField,
  uuid,
} from '@postern/resource';
import { distrustDevices } from '../../platform/auth/known-devices.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { action } from '../../platform/routes/action.ts';
import { confirmed } from '../../platform/routes/confirmed.ts';
import { creation } from '../../platform/routes/creation.ts';
import { detail } from '../../platform/routes/detail.ts';
import { login } from '../../platform/routes/login.ts';
import { page } from '../../platform/routes/page.ts';
import { answerShape, orNull, WORDS } from '../../platform/shown.ts';
import { endLogins, removePasskey, renamePasskey, storeAuthenticator, turnMfaOff } from '../users/index.ts';
import { identityGate } from './confirm.ts';
import { bindAuthenticator, factorAdded, provenEnrolment, startEnrolment } from './enrolment.ts';
import { attempt } from './factors.ts';
import { neededCode } from './fields.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import { findById, type LoginUser } from './login-user.ts';
import { addPasskey, PASSKEY_CREATION, passkeyCreation, passkeysOf, siteOf } from './passkeys.ts';
import { makeRecoveryCodes, RECOVERY_CODES } from './recovery-codes.ts';
import { refusal } from './refusals.ts';
import { mfaOf } from './second-factors.ts';

/** Second factors as their owner keeps them; where older servers have pages, this is JSON (docs/decisions/0032). */
const BASE = '/api/v1/users/profile/';
const MAX_NAME = 64;

async function me(ctx: Context): Promise<LoginUser> {
  const user = await findById(ctx, ctx.actor.id);
  if (!user) throw new CodedError('not_found');
  return user;
}

const audit = (ctx: Context, field: string, before: string, after: string): void =>
  ctx.audit({
    action: 'update',
    resourceType: 'user',
    resourceId: ctx.actor.id,
    resource: ctx.actor.username,
    changes: [{ field, before, after }],
  });

/** One line: what a device is called stands in lists. */
const name = textField({
  label: WORDS.name,
  max: MAX_NAME,
  required: true,
  check: (value) => (/[\t\n\r]/.test(value) ? { code: 'one_line' } : undefined),
});

const OVERVIEW = objectSchema({
  forced: FLAG_SCHEMA,
  otp: FLAG_SCHEMA,
  recovery_codes: objectSchema({ left: INTEGER_SCHEMA, total: INTEGER_SCHEMA }),
  passkeys_possible: FLAG_SCHEMA,
  passkeys: listSchema(
    objectSchema({
      id: TEXT_SCHEMA,
      name: TEXT_SCHEMA,
      domain: TEXT_SCHEMA,
      backed_up: FLAG_SCHEMA,
      date_created: TEXT_SCHEMA,
      date_last_used: orNull(TEXT_SCHEMA),
    }),
  ),
});
/** Told once, when they are made; empty where the person has some. */
const CODES = listSchema(TEXT_SCHEMA);

async function overview(ctx: Context, deps: LoginDeps, request: Request) {
  const user = await me(ctx);
  const keys = await passkeysOf(ctx, user.id);
  return {
    forced: mfaOf(user, deps).forced,
    otp: user.otp_secret !== null,
    recovery_codes: { left: user.recovery_codes, total: RECOVERY_CODES },
    passkeys_possible: siteOf(request.url, deps.settings).rpId !== undefined,
    passkeys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      domain: key.rp_id,
      backed_up: key.backed_up,
      date_created: formatDatetime(key.date_created, ctx.timeZone),
      date_last_used: formatDatetime(key.date_last_used, ctx.timeZone),
    })),
  };
}

/** The code of the new app binds it. Other logins end: whoever came in without the factor has to show it now. */
async function bind(ctx: Context, deps: LoginDeps, code: string): Promise<Reply> {
  const user = await me(ctx);
  let proven: Awaited<ReturnType<typeof provenEnrolment>>;
  const tried = await attempt(ctx, deps, 'mfa', user.username, async () => {
    proven = await provenEnrolment(ctx, deps.settings, user, code);
    return proven !== undefined;
  });
  const { minutes } = limitsOf(deps.settings);
  if (tried.state === 'locked') return ok(refusal('block_mfa', ctx.language, { minutes }), 400);
  if (!proven) throw InvalidInput.on('code', 'code_wrong');
  const found = proven;
  const codes = await inTransaction(ctx.tx, ctx, async (inner) => {
    const made = await bindAuthenticator(inner, user, found);
    await endLogins(inner, user.id);
    return made;
  });
  return ok({ recovery_codes: codes }, 201);
}

/** After a factor went: the last one takes level and recovery codes along. @throws CodedError factor_needed when it is forced */
async function factorRemoved(ctx: Context, deps: LoginDeps): Promise<void> {
  const user = await me(ctx);
  await distrustDevices(ctx, user.id);
  if (user.otp_secret || user.passkeys > 0) return;
  if (mfaOf(user, deps).forced) throw new CodedError('factor_needed');
  await turnMfaOff(ctx, user.id);
}

async function registerPasskey(ctx: Context, deps: LoginDeps, url: URL, name: string, response: unknown): Promise<object> {
  const id = await addPasskey(ctx, siteOf(url, deps.settings), ctx.actor.id, name, response);
  audit(ctx, 'passkey', '', name);
  const codes = await factorAdded(ctx, ctx.actor.id);
  await endLogins(ctx, ctx.actor.id);
  return { id, name, recovery_codes: codes };
}

/** @throws CodedError not_found also for another's */
async function ownPasskey(ctx: Context, id: string): Promise<{ id: string; name: string }> {
  const found = await ctx.tx
    .selectFrom('passkeys')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new CodedError('not_found');
  return found;
}

/** Where older consoles send people for this: ours is a screen of the console. */
const PAGES = ['mfa/', 'otp/enable/start/', 'otp/enable/install-app/', 'otp/enable/bind/', 'otp/disable/'];
const SCREEN = '/ui/profile/setting?activeTab=MFAUpdate';

const pages: readonly Route[] = PAGES.map((path) =>
  page({
    path: `/core/auth/profile/${path}`,
    name: `authentication.page.profile.${path.replaceAll(/\W+/g, '')}`,
    who: { allow: 'user' },
    rows: { none: 'leads to a screen of the console' },
    show: () => ({ to: SCREEN }),
  }),
);

/** All of it is the person's own. */
const rows = { own: 'their second factors' } as const;
const OWN = { who: { allow: 'user' }, rows, bodyLimit: 16_384 } as const;
const PASSKEY = { passkey: uuid({ label: text('Passkey', '通行密钥', 'パスキー'), required: true }) };

/** What takes one away, or makes another, asks first. */
const asked = (deps: LoginDeps) => ({
  rows,
  bodyLimit: OWN.bodyLimit,
  confirm: (ctx: Context) => identityGate(deps)(ctx, 'mfa'),
});

function authenticatorRoutes(deps: LoginDeps): Route[] {
  return [
    confirmed({
      ...asked(deps),
      method: 'POST',
      path: `${BASE}otp/start/`,
      name: 'users.profile.otp.start',
      body: 'none',
      answer: answerShape(objectSchema({ secret: TEXT_SCHEMA, uri: TEXT_SCHEMA })),
      act: async (ctx) => ok(await startEnrolment(ctx, deps.settings, await me(ctx))),
    }),
    login({
      rows,
      path: `${BASE}otp/`,
      name: 'users.profile.otp.bind',
      status: 201,
      answer: answerShape(objectSchema({ recovery_codes: CODES })),
      body: { code: neededCode },
      take: (ctx, { body }) => bind(ctx, deps, body.code),
    }),
    confirmed({
      ...asked(deps),
      method: 'DELETE',
      path: `${BASE}otp/`,
      name: 'users.profile.otp.unbind',
      status: 204,
      errors: ['factor_needed'],
      async act(ctx) {
        await storeAuthenticator(ctx, ctx.actor.id, null);
        await factorRemoved(ctx, deps);
        audit(ctx, 'is_otp_secret_key_bound', 'Yes', 'No');
        return noContent;
      },
    }),
    confirmed({
      ...asked(deps),
      method: 'POST',
      path: `${BASE}recovery-codes/`,
      name: 'users.profile.recovery',
      body: 'none',
      status: 201,
      answer: answerShape(objectSchema({ recovery_codes: CODES })),
      errors: ['factor_missing'],
      async act(ctx) {
        const user = await me(ctx);
        if (!user.otp_secret && user.passkeys === 0) throw new CodedError('factor_missing');
        audit(ctx, 'recovery_codes', String(user.recovery_codes), String(RECOVERY_CODES));
        return ok({ recovery_codes: await makeRecoveryCodes(ctx, user.id) }, 201);
      },
    }),
  ];
}

function passkeyRoutes(deps: LoginDeps): Route[] {
  return [
    confirmed({
      ...asked(deps),
      method: 'POST',
      path: `${BASE}passkeys/start/`,
      name: 'users.profile.passkey.start',
      body: 'none',
      answer: answerShape(PASSKEY_CREATION),
      act: async (ctx, { request }) => ok(await passkeyCreation(ctx, siteOf(request.url, deps.settings), await me(ctx))),
    }),
    creation({
      ...OWN,
      path: `${BASE}passkeys/`,
      name: 'users.profile.passkey.add',
      answer: answerShape(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, recovery_codes: CODES })),
      body: {
        name,
        response: json({ label: text('Answer of the device', '设备的应答', 'デバイスの応答'), holds: { type: 'object' }, nullable: true }),
      },
      create: (ctx, { body, request }) => registerPasskey(ctx, deps, request.url, body.name, body.response),
    }),
    action({
      ...OWN,
      method: 'PATCH',
      path: `${BASE}passkeys/:passkey/`,
      name: 'users.profile.passkey.rename',
      answer: answerShape(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA })),
      params: PASSKEY,
      body: { name },
      find: (ctx, { params }) => ownPasskey(ctx, params.passkey),
      async act(ctx, { body, found: key }) {
        await renamePasskey(ctx, key.id, body.name);
        audit(ctx, 'passkey', key.name, body.name);
        return { id: key.id, name: body.name };
      },
    }),
    confirmed({
      ...asked(deps),
      method: 'DELETE',
      path: `${BASE}passkeys/:passkey/`,
      name: 'users.profile.passkey.remove',
      status: 204,
      params: PASSKEY,
      errors: ['factor_needed'],
      find: (ctx, { params }) => ownPasskey(ctx, params.passkey),
      async act(ctx, { found: key }) {
        await removePasskey(ctx, key.id);
        await factorRemoved(ctx, deps);
        audit(ctx, 'passkey', key.name, '');
        return noContent;
      },
    }),
  ];
}

/** What adds or takes away a factor asks who sits there first, whatever the settings say. */
export const factorRoutes = (deps: LoginDeps): readonly Route[] => [
  ...pages,
  detail({
    ...OWN,
    path: `${BASE}mfa/`,
    name: 'users.profile.mfa',
    answer: answerShape(OVERVIEW),
    show: (ctx, { request }) => overview(ctx, deps, request),
  }),
  ...authenticatorRoutes(deps),
  ...passkeyRoutes(deps),
];
