import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { type Context, formatDatetime, INTEGER_SCHEMA, objectSchema, ok, type Request, type Route, route, uuid } from '@postern/resource';
import { bearerTokenId } from '../../platform/auth/bearer-tokens.ts';
import { distrustDevices, trustedDevices } from '../../platform/auth/known-devices.ts';
import { endLiveLogins, liveLogins } from '../../platform/auth/live-logins.ts';
import { type Place, placeIn } from '../../platform/locations.ts';
import { ownList } from '../../platform/routes/list.ts';
import { removal } from '../../platform/routes/removal.ts';
import { answerShape, shown, WORDS } from '../../platform/shown.ts';

export interface OwnLoginsDeps {
  settings: SettingsReader;
  placeOf(ip: string): Place | null;
}

const cityOf = (ctx: Context, place: Place | null): string | null => place && placeIn(ctx.language, place.name, place.names);

const PATH = '/api/v1/authentication/own-logins/';
const OWN = { who: { allow: 'user' }, rows: { own: 'how they are logged in' }, rootOrg: true } as const;
const TYPE = 'ownlogin';

/** Id of the login that this very request is made by; undefined of one that is signed, which is no login. */
const thisOne = async (ctx: Context, { headers }: Pick<Request, 'headers'>): Promise<string | undefined> =>
  headers.authorization ? bearerTokenId(ctx.tx, String(headers.authorization)) : ctx.session?.id;

const list = ({ placeOf }: OwnLoginsDeps): Route =>
  ownList({
    ...OWN,
    path: PATH,
    name: 'authentication.ownlogin.list',
    answer: {
      title: text('Where you are logged in', '登录设备', 'ログイン中の場所'),
      fields: {
        id: shown(WORDS.id),
        kind: shown(WORDS.type),
        address: shown(WORDS.address_ip),
        city: shown(text('Place', '地点', '場所'), 'string', { nullable: true }),
        user_agent: shown(text('Program', '客户端', 'プログラム')),
        date_created: shown(text('Since', '登录时间', 'ログイン日時'), 'datetime'),
        date_seen: shown(text('Last seen', '最近活动', '最終アクセス'), 'datetime'),
        date_expired: shown(text('Expires', '失效日期', '有効期限'), 'datetime'),
        is_current: shown(text('This one', '当前', 'この端末'), 'boolean'),
      },
    },
    async items(ctx, { request }) {
      const current = await thisOne(ctx, request);
      const date = (value: Date) => formatDatetime(value, ctx.timeZone);
      return (await liveLogins(ctx.tx, ctx.actor.id)).map(({ id, kind, address, userAgent, since, seen, expires }) => ({
        id,
        kind,
        address,
        city: cityOf(ctx, placeOf(address)),
        user_agent: userAgent,
        date_created: date(since),
        date_seen: date(seen),
        date_expired: date(expires),
        is_current: id === current,
      }));
    },
  });

const told = (ctx: Context, ended: number): void =>
  ctx.audit({
    action: 'delete',
    resourceType: TYPE,
    resourceId: ctx.actor.id,
    resource: `${ctx.actor.name}(${ctx.actor.username}): ${ended}`,
  });

const endOne: Route = removal({
  ...OWN,
  path: `${PATH}:login/`,
  name: 'authentication.ownlogin.end',
  params: { login: uuid({ label: WORDS.id, required: true }) },
  async remove(ctx, { params: { login: id } }) {
    const ended = await endLiveLogins(ctx.tx, ctx.actor.id, { id });
    // Somebody else's is answered like one that is not there.
    if (ended === 0) throw new CodedError('not_found');
    told(ctx, ended);
  },
});

const endOthers: Route = route({
  ...OWN,
  method: 'POST',
  path: `${PATH}end-others/`,
  name: 'authentication.ownlogin.endothers',
  body: 'none',
  answer: answerShape(objectSchema({ ended: INTEGER_SCHEMA })),
  async handle(ctx, { request }) {
    const ended = await endLiveLogins(ctx.tx, ctx.actor.id, { except: await thisOne(ctx, request) });
    if (ended > 0) told(ctx, ended);
    return ok({ ended });
  },
});

const TRUSTED_PATH = '/api/v1/authentication/trusted-devices/';
const TRUSTED = 'trusteddevice';

const trustedList = ({ settings }: OwnLoginsDeps): Route =>
  ownList({
    ...OWN,
    path: TRUSTED_PATH,
    name: 'authentication.trusteddevice.list',
    answer: {
      title: text('Browsers without a second factor', '免多因子认证的浏览器', '多要素認証を省くブラウザー'),
      fields: {
        id: shown(WORDS.id),
        network: shown(text('Network', '网络', 'ネットワーク')),
        user_agent: shown(text('Program', '客户端', 'プログラム')),
        date_created: shown(text('Since', '登录时间', 'ログイン日時'), 'datetime'),
        date_expired: shown(text('Expires', '失效日期', '有効期限'), 'datetime'),
        is_current: shown(text('This one', '当前', 'この端末'), 'boolean'),
      },
    },
    async items(ctx) {
      const days = settings.get('SECURITY_MFA_TRUST_DAYS');
      return (await trustedDevices(ctx, ctx.actor.id, days)).map(({ id, network, userAgent, since, current }) => ({
        id,
        network,
        user_agent: userAgent,
        date_created: formatDatetime(since, ctx.timeZone),
        date_expired: formatDatetime(new Date(since.getTime() + days * DAY_MS), ctx.timeZone),
        is_current: current,
      }));
    },
  });

const DAY_MS = 86_400_000;

const distrust: Route = removal({
  ...OWN,
  path: `${TRUSTED_PATH}:login/`,
  name: 'authentication.trusteddevice.end',
  params: { login: uuid({ label: WORDS.id, required: true }) },
  async remove(ctx, { params: { login: id } }) {
    // Somebody else's is answered like one that is not there.
    if ((await distrustDevices(ctx, ctx.actor.id, id)) === 0) throw new CodedError('not_found');
    ctx.audit({ action: 'delete', resourceType: TRUSTED, resourceId: id, resource: `${ctx.actor.name}(${ctx.actor.username})` });
  },
});

export const ownLoginRoutes = (deps: OwnLoginsDeps): readonly Route[] => [list(deps), endOne, endOthers, trustedList(deps), distrust];

/** What ending a login, and trusting a browser, is called in the log. */
export const OWN_LOGIN_WORDS = {
  [TYPE]: { label: text('own logins', '个人登录', '自分のログイン'), fields: {} },
  [TRUSTED]: { label: text('trusted browser', '受信任的浏览器', '信頼するブラウザー'), fields: {} },
} as const;
