import { render, text } from '@postern/contract/text';
import {
  type BodyOf,
  type Context,
  formatDatetime,
  INTEGER_SCHEMA,
  listSchema,
  objectSchema,
  ok,
  type Reply,
  type Request,
  type Route,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { endLoginsByKeys, loginToken } from '../../platform/auth/bearer-tokens.ts';
import { loginEnds } from '../../platform/auth/login-ends.ts';
import { ensureSession } from '../../platform/auth/sessions.ts';
import { login } from '../../platform/routes/login.ts';
import { answerShape, MESSAGE } from '../../platform/shown.ts';
import { noteKeyUse } from '../ssh-keys/index.ts';
import { ahead, aheadOf, method, namedUser, neededCode, plainPassword } from './fields.ts';
import type { LoginDeps } from './limits.ts';
import { checkCredentials, checkMfa, resumeLogin } from './login.service.ts';
import { ASKED, openAsked } from './login-asked.ts';
import { logLogin, type Origin, type Outcome, refuse } from './login-attempt.ts';
import { recordLogin } from './login-session.ts';
import { loginAddress, pendingLogin } from './login-steps.ts';
import { findById, type LoginUser } from './login-user.ts';
import { siteOf } from './passkeys.ts';
import { REFUSAL } from './refusals.ts';
import { availableFactors, RECOVERY } from './second-factors.ts';

export interface ApiLoginDeps extends LoginDeps {
  /** The profile object of a user, as they themselves see it. */
  profileOf(ctx: Context, userId: string): Promise<unknown>;
}

const BASE = '/api/v1/authentication/';
const because = 'clients log in here; wrong tries are counted per name and address';
const MAX_KEY = 16_384;

/** Where a component says that somebody is; nobody else is believed. */
export const remote_addr = textField({ label: text('Address', '地址', 'アドレス'), max: 1024, default: '', blank: true });
/** A key that a component has verified. */
const public_key = textField({ label: text('Public key', '公钥', '公開鍵'), multiline: true, max: MAX_KEY, default: '', blank: true });

const LOGIN = { username: namedUser, password: plainPassword, public_key, remote_addr, ...ahead };
const CODE = { type: method, code: neededCode, remote_addr };
const CHOICE = { type: method, username: namedUser };

/** A component speaks for a person elsewhere and says from where; anybody else is where the connection comes from. */
export const reportedAddress = (ctx: Context, reported: string): string =>
  ctx.actor.kind === 'component' && reported !== '' ? reported.slice(0, 45) : ctx.origin.ip;

function originOf(ctx: Context, { placeOf }: LoginDeps, request: Request, reported: string): Origin {
  const ip = reportedAddress(ctx, reported);
  const type = request.headers['x-jms-login-type'];
  return { ip, city: placeOf(ip), type: type === 'W' || type === 'T' ? type : 'U' };
}

/** What a program can show: codes. Signing with a passkey takes a browser at our own address. */
const typed = (user: LoginUser, deps: LoginDeps): string[] => {
  const codes = availableFactors(user, deps).flatMap((factor) => (factor.typed ? [factor.name] : []));
  // The box of the authenticator takes recovery codes, too, and clients need not ask which.
  return codes.includes('otp') ? codes.filter((name) => name !== RECOVERY) : codes;
};

/** What a program is answered to a step of its login. */
export async function answerStep(ctx: Context, deps: ApiLoginDeps, outcome: Outcome, origin: Origin, username: string): Promise<Reply> {
  // A review that came to nothing is told like one that is still under way (docs/wire/authentication.md#answers-of-a-login-by-api).
  if (outcome.state === 'refused') return ok(outcome.answer, outcome.answer.error === 'login_confirm_error' ? 200 : 400);
  if (outcome.state === 'mfa') {
    const choices = outcome.user ? typed(outcome.user, deps) : outcome.methods;
    return ok({ ...outcome.answer, data: { choices, url: `${BASE}mfa/challenge/` } });
  }
  if (outcome.state === 'review') return ok({ ...outcome.answer, data: { ticket_id: outcome.ticket, assignees: outcome.assignees } });
  if (outcome.state === 'due' || outcome.state === 'enrol' || outcome.state === 'terms') {
    // All of it is done on the login page; here the login ends, and starts anew when the person comes back.
    delete (await ensureSession(ctx)).data.login;
    await logLogin(ctx, origin, { username, ok: false, reason: outcome.answer.error });
    const next = outcome.state === 'terms' ? { data: { url: loginAddress(deps), version: outcome.terms.version } } : {};
    return ok({ ...outcome.answer, ...next }, 400);
  }
  const { user, keyId } = outcome;
  const session = await ensureSession(ctx);
  delete session.data.login;
  const ttl = Math.min(deps.settings.get('TOKEN_EXPIRATION'), loginEnds(deps.settings).maxHours * 3_600);
  const byKey = keyId === undefined ? {} : { keyId };
  const { id, token, expiresAt } = await loginToken(ctx, {
    userId: user.id,
    remoteAddr: origin.ip,
    callerAddr: ctx.origin.ip,
    ttl,
    ...byKey,
  });
  // Until now the key may have been taken away; from now on, whoever takes it away finds this login (decision 0131).
  if (keyId !== undefined && !(await noteKeyUse(ctx, keyId, origin.ip))) {
    await endLoginsByKeys(ctx.tx, user.id, [keyId]);
    const refused = await refuse(ctx, origin, 'session_empty', { username: user.username, userId: user.id });
    return answerStep(ctx, deps, refused, origin, username);
  }
  await recordLogin(ctx, deps, outcome, origin, { session: id });
  const profile = await deps.profileOf(ctx, user.id);
  // A component keeps no token of a person; by the id it asks later whether the login stands (features/own-logins).
  const login = ctx.actor.kind === 'component' ? { login: id } : {};
  return ok({ token, keyword: 'Bearer', date_expired: formatDatetime(expiresAt, ctx.timeZone), user: profile, ...login }, 201);
}

/** `POST auth/`: repeated after each step until there is a token (docs/wire/authentication.md#how-a-login-goes). The password is plain here. */
async function logIn(ctx: Context, deps: ApiLoginDeps, request: Request, body: BodyOf<typeof LOGIN>): Promise<Reply> {
  const origin = originOf(ctx, deps, request, body.remote_addr);
  const { username, password, public_key: publicKey } = body;
  const resumed = await resumeLogin(ctx, deps, username, origin);
  if (resumed) return answerStep(ctx, deps, resumed, origin, username);
  const given = { username, password, keep: false, ...aheadOf(body), ...(publicKey === '' ? {} : { publicKey }) };
  return answerStep(ctx, deps, await checkCredentials(ctx, deps, given, origin), origin, username);
}

async function verifyMfa(ctx: Context, deps: LoginDeps, request: Request, body: BodyOf<typeof CODE>): Promise<Reply> {
  const proof = { type: body.type || 'otp', code: body.code };
  const origin = originOf(ctx, deps, request, body.remote_addr);
  const outcome = await checkMfa(ctx, deps, proof, origin, { site: siteOf(request.url, deps.settings) });
  return outcome.state === 'refused' ? ok(outcome.answer, 400) : ok({ msg: 'ok' });
}

const NOT_YOURS = text(
  'You cannot show a second factor this way.',
  '无法使用此方式进行多因子认证。',
  'この方法では多要素認証を行えません。',
);

/**
 * Chooses how the second factor is shown (docs/wire/authentication.md#second-factors). A code that has to be sent is sent. Only the
 * login of this session, or whoever is logged in by it and confirms, is told what they have: a name alone gets the same answer whether or not it exists.
 */
async function chooseMfa(ctx: Context, deps: LoginDeps, { type, username }: BodyOf<typeof CHOICE>): Promise<Reply> {
  if (type === ASKED && (await openAsked(ctx, username))) return ok({ type, ...(username === '' ? {} : { username }) }, 201);
  const { user, purpose } = await whoseFactor(ctx);
  const fits = user && (username === '' || username === user.username);
  const factor = fits ? availableFactors(user, deps).find(({ name, typed }) => typed && name === type) : undefined;
  if (!user || !factor) return ok({ error: render(NOT_YOURS, ctx.language) }, 400);
  const target = await factor.send?.(ctx, user, purpose);
  const sent = target === undefined ? {} : { target, seconds: deps.settings.get('VERIFY_CODE_TTL') };
  return ok({ type, ...(username === '' ? {} : { username }), ...sent }, 201);
}

/** Whoever is logged in here confirms; anybody else is in the middle of a login. */
async function whoseFactor(ctx: Context): Promise<{ user: LoginUser | undefined; purpose: 'login' | 'confirm' }> {
  if (ctx.session && ctx.actor.kind === 'user') return { user: await findById(ctx, ctx.actor.id), purpose: 'confirm' };
  return { user: (await pendingLogin(ctx))?.user, purpose: 'login' };
}

/** Steps, and a review that came to nothing, with 200; the end of a login with 201. */
export const LOGGED_IN = answerShape(
  {
    type: 'object',
    properties: {
      token: TEXT_SCHEMA,
      keyword: { enum: ['Bearer'] },
      date_expired: TEXT_SCHEMA,
      login: TEXT_SCHEMA,
      user: { $ref: '#/components/schemas/users.profile.retrieve' },
      ...REFUSAL,
      data: {
        type: 'object',
        properties: { choices: listSchema(TEXT_SCHEMA), url: TEXT_SCHEMA, ticket_id: TEXT_SCHEMA, assignees: listSchema(TEXT_SCHEMA) },
      },
    },
  },
  'authentication.step',
);

const at = (path: string) => ({
  because,
  rows: { own: 'the login of their session' },
  // Keys of components are long.
  bodyLimit: 65_536,
  path: `${BASE}${path}/`,
  name: `authentication.${path.replaceAll('/', '.').replaceAll('-', '')}`,
});

export const apiLoginRoutes = (deps: ApiLoginDeps): readonly Route[] => [
  ...['auth', 'tokens'].map((path) =>
    // Repeated without a body it goes on where the session stands.
    login({
      ...at(path),
      bodyOptional: true,
      body: LOGIN,
      status: [200, 201],
      answer: LOGGED_IN,
      take: (ctx, { request, body }) => logIn(ctx, deps, request, body),
    }),
  ),
  ...['mfa/verify', 'mfa/challenge'].map((path) =>
    login({ ...at(path), body: CODE, answer: MESSAGE, take: (ctx, { request, body }) => verifyMfa(ctx, deps, request, body) }),
  ),
  ...['mfa/select', 'mfa/send-code'].map((path) =>
    login({
      ...at(path),
      body: CHOICE,
      status: 201,
      answer: answerShape(objectSchema({ type: TEXT_SCHEMA }, { username: TEXT_SCHEMA, target: TEXT_SCHEMA, seconds: INTEGER_SCHEMA })),
      errors: ['code_send_too_frequently'],
      take: (ctx, { body }) => chooseMfa(ctx, deps, body),
    }),
  ),
];
