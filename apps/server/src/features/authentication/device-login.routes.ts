import { CodedError } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import {
  type BodyOf,
  type Context,
  formatDatetime,
  INTEGER_SCHEMA,
  objectSchema,
  ok,
  type Reply,
  type Route,
  TEXT_SCHEMA,
  text,
} from '@postern/resource';
import {
  DEVICE_TTL,
  decideDevice,
  deviceDecision,
  startDeviceLogin,
  type WaitingDevice,
  waitingDevice,
} from '../../platform/auth/device-logins.ts';
import { within } from '../../platform/auth/lockout.ts';
import { placeIn } from '../../platform/locations.ts';
import { confirmed } from '../../platform/routes/confirmed.ts';
import { detail } from '../../platform/routes/detail.ts';
import { login } from '../../platform/routes/login.ts';
import { answerShape, shown, WORDS } from '../../platform/shown.ts';
import { type ApiLoginDeps, answerStep, LOGGED_IN, remote_addr, reportedAddress } from './api-login.routes.ts';
import { confirmationGate, confirmedBy } from './confirm.ts';
import { provedLogin, resumeLogin } from './login.service.ts';
import { type Origin, refuse } from './login-attempt.ts';
import { pendingLogin } from './login-steps.ts';
import { findById } from './login-user.ts';
import { refusal } from './refusals.ts';

/**
 * A program logs in by what its person confirms in a browser (docs/decisions/0128): no password is typed into a program, and second factors and
 * providers are those of the browser. What the program gets is a login like any other, seen and ended in the profile.
 */

const BASE = '/api/v1/authentication/device-logins/';
const TYPE = 'devicelogin';
/** As the login log says it. */
const BACKEND = 'Browser';
/** Seconds between two questions of a program. */
const INTERVAL = 2;
/** Programs that one address makes wait, and codes that one person looks up, in so many minutes: neither is guessed nor filled. */
const STARTED = { count: 30, minutes: 10 };
const LOOKED_UP = { count: 30, minutes: 10 };
/** Questions of one address without a key that holds: each is a row of the login log. */
const UNKNOWN = { count: 60, minutes: 60 };

const code = text({ label: words('Code', '验证码', 'コード'), max: 32, required: true });
const key = text({ label: words('Key', '密钥', 'キー'), max: 128, default: '', blank: true });
/** What a component says that its person uses; a program by itself is what its request says. */
const program = text({ label: words('Program', '客户端', 'プログラム'), max: 64, default: '', blank: true });
/** Whose login it is to be, where that was told before. */
const username = text({ label: words('Username', '用户名', 'ユーザー名'), max: 128, default: '', blank: true });

const throttled = ({ minutes }: { minutes: number }): never => {
  throw new CodedError('throttled', { seconds: minutes * 60 });
};

function originOf(ctx: Context, { placeOf }: ApiLoginDeps, reported: string): Origin {
  const ip = reportedAddress(ctx, reported);
  return { ip, city: placeOf(ip), type: 'T' };
}

/** Components speak for people who use `ssh`: while the settings let those log in by their browser. */
function taken(ctx: Context, { settings }: ApiLoginDeps): void {
  if (ctx.actor.kind === 'component' && !settings.get('TERMINAL_BROWSER_AUTH')) throw new CodedError('permission_denied');
}

const start = (deps: ApiLoginDeps): Route =>
  login({
    because: 'a program that has not logged in asks to be confirmed; it gets nothing by it',
    rows: { own: 'what the program has just been given' },
    path: BASE,
    name: 'authentication.devicelogin.start',
    status: 201,
    bodyOptional: true,
    body: { remote_addr, program },
    answer: answerShape(
      objectSchema({
        key: TEXT_SCHEMA,
        code: TEXT_SCHEMA,
        url: TEXT_SCHEMA,
        expires_in: INTEGER_SCHEMA,
        interval: INTEGER_SCHEMA,
      }),
    ),
    errors: ['throttled', 'permission_denied'],
    async take(ctx, { body }) {
      taken(ctx, deps);
      const ip = reportedAddress(ctx, body.remote_addr);
      if (!(await within(ctx.tx, 'device-start', ip, STARTED))) throttled(STARTED);
      const userAgent = ctx.actor.kind === 'component' && body.program !== '' ? body.program : ctx.origin.userAgent;
      const made = await startDeviceLogin(ctx.tx, { ip, userAgent });
      return ok(
        {
          ...made,
          url: `${deps.settings.get('SITE_URL')}/ui/profile/program?code=${made.code}`,
          expires_in: DEVICE_TTL,
          interval: INTERVAL,
        },
        201,
      );
    },
  });

const askedOf = { key, username, remote_addr };

/** What became of it. From the confirmation on it goes like every login by API, in the cookies of the program: login rules and reviews hold. */
async function goOn(ctx: Context, deps: ApiLoginDeps, asked: BodyOf<typeof askedOf>): Promise<Reply> {
  taken(ctx, deps);
  const origin = originOf(ctx, deps, asked.remote_addr);
  const decision = await deviceDecision(ctx.tx, asked.key);
  if (decision === 'pending') return ok(refusal('device_pending', ctx.language));
  if (decision === 'refused') return answerStep(ctx, deps, await refuse(ctx, origin, 'device_refused', { username: '' }), origin, '');
  if (decision === undefined) {
    const resumed = (await pendingLogin(ctx)) && (await resumeLogin(ctx, deps, '', origin));
    if (resumed) return answerStep(ctx, deps, resumed, origin, '');
    if (!(await within(ctx.tx, 'device-unknown', origin.ip, UNKNOWN))) throttled(UNKNOWN);
    return answerStep(ctx, deps, await refuse(ctx, origin, 'device_over', { username: '' }), origin, '');
  }
  const user = await findById(ctx, decision.userId);
  // Whoever was named here, and by whom it was confirmed, are one: a link that somebody else opens opens nothing.
  if (user && asked.username !== '' && asked.username !== user.username)
    return answerStep(ctx, deps, await refuse(ctx, origin, 'device_other', { username: asked.username }), origin, '');
  const outcome = user
    ? await provedLogin(ctx, deps, user, { backend: BACKEND, both: decision.withFactor, factor: 'browser' }, origin)
    : await refuse(ctx, origin, 'device_over', { username: '' });
  return answerStep(ctx, deps, outcome, origin, user?.username ?? '');
}

const token = (deps: ApiLoginDeps): Route =>
  login({
    because: 'the key of 256 bits that the program was given is the proof, once somebody has confirmed it',
    rows: { own: 'the login that the key was made for' },
    path: `${BASE}token/`,
    name: 'authentication.devicelogin.token',
    status: [200, 201],
    body: askedOf,
    answer: LOGGED_IN,
    errors: ['throttled', 'permission_denied'],
    take: (ctx, { body }) => goOn(ctx, deps, body),
  });

/** The program that the person in this browser means. Keys and tokens confirm nobody. */
async function meant(ctx: Context, given: string): Promise<WaitingDevice> {
  if (!ctx.session) throw new CodedError('permission_denied');
  if (!(await within(ctx.tx, 'device-code', ctx.actor.id, LOOKED_UP))) throttled(LOOKED_UP);
  const device = await waitingDevice(ctx.tx, given);
  if (!device) throw new CodedError('not_found');
  return device;
}

const OWN = { rows: { own: 'the program whose code they were shown' }, rootOrg: true, params: { code } } as const;

const look = ({ placeOf }: ApiLoginDeps): Route =>
  detail({
    ...OWN,
    who: { allow: 'user' },
    path: `${BASE}:code/`,
    name: 'authentication.devicelogin.look',
    errors: ['throttled'],
    answer: {
      title: words('Login of a program', '程序登录', 'プログラムのログイン'),
      fields: {
        address: shown(WORDS.address_ip),
        city: shown(words('Place', '地点', '場所'), 'string', { nullable: true }),
        user_agent: shown(words('Program', '客户端', 'プログラム')),
        date_created: shown(words('Since', '登录时间', 'ログイン日時'), 'datetime'),
        date_expired: shown(words('Expires', '失效日期', '有効期限'), 'datetime'),
      },
    },
    async show(ctx, { params }) {
      const { address, userAgent, since, expires } = await meant(ctx, params.code);
      const date = (value: Date) => formatDatetime(value, ctx.timeZone);
      const place = placeOf(address);
      const city = place && placeIn(ctx.language, place.name, place.names);
      return { address, city, user_agent: userAgent, date_created: date(since), date_expired: date(expires) };
    },
  });

/** Whether this browser has shown a second factor, when it logged in or to confirm. */
const factorShown = ({ session }: Context): boolean => session?.data.mfa === true || confirmedBy(session) === 'mfa';

async function decide(ctx: Context, given: string, decision: 'approved' | 'refused'): Promise<Reply> {
  const { id, address, userAgent } = await meant(ctx, given);
  if (!(await decideDevice(ctx, id, decision === 'refused' ? decision : { by: ctx.actor.id, withFactor: factorShown(ctx) })))
    throw new CodedError('not_found');
  ctx.audit({
    action: decision === 'refused' ? 'delete' : 'create',
    resourceType: TYPE,
    resourceId: id,
    resource: `${userAgent.slice(0, 64) || '-'} (${address})`,
  });
  return { status: 204 };
}

/** Whoever confirms lets a program act as them, so a browser is asked who sits there (decision 0033). */
const approve = (deps: ApiLoginDeps): Route =>
  confirmed({
    ...OWN,
    method: 'POST',
    path: `${BASE}:code/approve/`,
    name: 'authentication.devicelogin.approve',
    body: 'none',
    status: 204,
    answer: null,
    errors: ['user_confirm_required', 'throttled'],
    confirm: async (ctx) => {
      if (!ctx.session) throw new CodedError('permission_denied');
      await confirmationGate(deps)(ctx, 'mfa', 'user_confirm_required');
    },
    act: (ctx, { params }) => decide(ctx, params.code, 'approved'),
  });

const decline = (): Route =>
  confirmed({
    ...OWN,
    method: 'POST',
    path: `${BASE}:code/refuse/`,
    name: 'authentication.devicelogin.refuse',
    body: 'none',
    status: 204,
    answer: null,
    errors: ['throttled'],
    // To say no nobody has to prove anything.
    confirm: async () => undefined,
    act: (ctx, { params }) => decide(ctx, params.code, 'refused'),
  });

export const deviceLoginRoutes = (deps: ApiLoginDeps): readonly Route[] => [start, token, look, approve, decline].map((one) => one(deps));

/** What confirming one is called in the log. */
export const DEVICE_LOGIN_WORDS = {
  [TYPE]: { label: words('login of a program', '程序登录', 'プログラムのログイン'), fields: {} },
} as const;
