import type { SettingKey, SettingsReader } from '@postern/contract/settings';
import { render, type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { addressListed } from '../../platform/auth/address-list.ts';
import { loginEnds } from '../../platform/auth/login-ends.ts';
import { isMailConfigured } from '../../platform/mail/deliver.ts';
import {
  CLEANED_KEYS,
  type Cleaned,
  loggedInTwice,
  loginsOver,
  MOST,
  olderThan,
  oldPasswords,
  onlyThrough,
  peopleAtLimit,
  runningSessions,
  sharedSessions,
  wantedBy,
} from './effects.queries.ts';
import { formOver } from './form-over.ts';
import { SETTING_WORDS } from './setting-words.ts';

/** What a setting would do to people and to what is kept now, before anybody saves it. */
export interface Effect {
  key: SettingKey;
  /** `warning`: somebody has to do something, or the one who asks would suffer. */
  level: 'info' | 'warning';
  message: string;
}

const WORDS = {
  factors: text(
    '{without} of {total} people have no second factor and will have to set one up at their next login.',
    '{total} 名用户中有 {without} 名未设置多因子认证，下次登录时必须设置。',
    '{total} 人中 {without} 人は多要素認証がなく、次回ログイン時に設定が必要です。',
  ),
  factorsHad: text(
    'All {total} people this is about have a second factor.',
    '涉及的 {total} 名用户均已设置多因子认证。',
    '対象の {total} 人全員に多要素認証があります。',
  ),
  factorsLost: text(
    '{without} of {total} people have no other second factor and will have to set one up at their next login.',
    '{total} 名用户中有 {without} 名没有其他多因子认证方式，下次登录时必须设置。',
    '{total} 人中 {without} 人はほかに多要素認証がなく、次回ログイン時に設定が必要です。',
  ),
  idle: text(
    'Of {count} open sessions, those without input for {minutes} minutes will be ended.',
    '当前有 {count} 个会话，其中 {minutes} 分钟无操作的将被结束。',
    '開いているセッション {count} 件のうち、{minutes} 分間操作のないものは終了します。',
  ),
  longest: text(
    'Open sessions that would be ended at once: {count}.',
    '将立即结束的会话：{count} 个。',
    'すぐに終了する開いているセッション：{count} 件。',
  ),
  atLimit: text(
    'People who have as many sessions open already and could open no other: {count}.',
    '会话数已达该上限、无法再打开新会话的用户：{count} 名。',
    'すでにこの数のセッションを開いており、新しく開けなくなるユーザー：{count} 人。',
  ),
  loginsOver: text('Logins that would end at once: {count}.', '将立即失效的登录：{count} 个。', 'すぐに終了するログイン：{count} 件。'),
  loginsYours: text(
    'Yours is one of them: you would have to log in again.',
    '其中包括你的登录，你需要重新登录。',
    'あなたのログインも含まれ、再ログインが必要になります。',
  ),
  cleaned: text(
    '{label}: up to {count} older records would be removed tonight.',
    '{label}：今晚最多将删除 {count} 条更早的记录。',
    '{label}：今夜、最大 {count} 件の古い記録が削除されます。',
  ),
  passwords: text(
    '{old} of {total} local passwords are older and will have to be changed at the next login.',
    '{total} 个本地密码中有 {old} 个已超期，下次登录时必须修改。',
    'ローカルのパスワード {total} 件中 {old} 件が期限を過ぎ、次回ログイン時に変更が必要です。',
  ),
  passwordsYours: text('Yours is one of them.', '其中包括你的密码。', 'あなたのパスワードも含まれます。'),
  refused: text(
    'Your own address {ip} is on it: you could not log in from here again.',
    '你当前的地址 {ip} 在名单中，将无法再从此处登录。',
    'あなたのアドレス {ip} が含まれています。ここからはログインできなくなります。',
  ),
  exposed: text(
    'Your own address {ip} is no longer on it: wrong passwords can lock it out.',
    '你当前的地址 {ip} 已不在名单中，输错密码可能导致锁定。',
    'あなたのアドレス {ip} は含まれなくなります。パスワードを間違えるとロックされることがあります。',
  ),
  onlyWayIn: text(
    'People who log in by it alone and could not log in again: {count}.',
    '仅能通过此方式登录、关闭后将无法登录的用户：{count} 名。',
    'この方法でしかログインできず、ログインできなくなるユーザー：{count} 人。',
  ),
  onlyWayInYours: text('You are one of them.', '其中包括你。', 'あなたも含まれます。'),
  byMail: text(
    'Everything that goes by mail will go by this server: links for forgotten passwords, codes, and the notifications of {count} people.',
    '所有邮件都将通过此服务器发送：找回密码链接、验证码，以及 {count} 名用户的通知。',
    'メールはすべてこのサーバーから送られます。パスワード再設定のリンク、コード、{count} 人への通知です。',
  ),
  byText: text(
    'People who want notifications by text message and would get none: {count}.',
    '选择短信通知、将不再收到的用户：{count} 名。',
    'SMS の通知を選んでいて、届かなくなるユーザー：{count} 人。',
  ),
  loggedInTwice: text(
    'People who are logged in at several places: {count}. Their next login ends the others.',
    '在多处登录的用户：{count} 名，下次登录时其他登录将结束。',
    '複数の場所でログイン中のユーザー：{count} 人。次のログインでほかのログインは終了します。',
  ),
  shared: text(
    'Open sessions that are shared and could be joined no more: {count}.',
    '正在分享、将无法再加入的会话：{count} 个。',
    '共有中で、参加できなくなるセッション：{count} 件。',
  ),
} as const satisfies Record<string, Text>;

type Told = Omit<Effect, 'key'> | undefined;
/** How many people have nothing to show as second factor, by these settings: of all, or of administrators. */
export type WithoutFactor = (
  ctx: Context,
  settings: SettingsReader,
  administrators: boolean,
) => Promise<{ total: number; without: number }>;

/** Kinds of places that have a provider beside the first which lets people in: they stay open when the first is switched off. */
export type KindsBeside = () => ReadonlySet<string>;

interface Asked {
  /** As they are saved. */
  saved: SettingsReader;
  /** As they would be. */
  entered: SettingsReader;
  withoutFactor: WithoutFactor;
  kindsBeside: KindsBeside;
}
/** What is asked of other features. */
export type EffectDeps = Pick<Asked, 'withoutFactor' | 'kindsBeside'>;
type Judge = (ctx: Context, value: never, asked: Asked) => Promise<Told>;

const cleaned =
  (key: Cleaned): Judge =>
  async (ctx, days: number): Promise<Told> => {
    const count = await olderThan(ctx, key, days);
    const label = SETTING_WORDS[key]?.label[ctx.language] ?? key;
    const shown = count >= MOST ? `${MOST}+` : count;
    return count > 0 ? { level: 'warning', message: render(WORDS.cleaned, ctx.language, { label, count: shown }) } : undefined;
  };

/** Both ends at once are told with the one of idleness. */
const loginsEnd = async (ctx: Context, entered: SettingsReader): Promise<Told> => {
  const { count, own } = await loginsOver(ctx, loginEnds(entered));
  if (count === 0) return undefined;
  const message = render(WORDS.loginsOver, ctx.language, { count });
  return { level: own ? 'warning' : 'info', message: own ? `${message} ${WORDS.loginsYours[ctx.language]}` : message };
};

/** Switches of ways in, and the kind of place that each is of. */
const WAYS_IN = {
  AUTH_LDAP: 'ldap',
  AUTH_RADIUS: 'radius',
  AUTH_OPENID: 'openid',
  AUTH_OAUTH2: 'oauth2',
  AUTH_SAML2: 'saml2',
  AUTH_CAS: 'cas',
  AUTH_WECOM: 'wecom',
  AUTH_DINGTALK: 'dingtalk',
  AUTH_FEISHU: 'feishu',
  AUTH_SLACK: 'slack',
} as const satisfies Partial<Record<SettingKey, string>>;
type WayIn = keyof typeof WAYS_IN;
const WAYS = Object.keys(WAYS_IN) as WayIn[];
/** They let in whoever has an account there, unless people may come in from their own source alone. */
const OF_SOURCE: readonly string[] = ['ldap', 'radius', 'wecom', 'dingtalk', 'feishu', 'slack'];

/** Who comes in by a way alone, counted with all that is entered: of two that are switched off neither is the other's rescue. */
const wayIn =
  (key: WayIn): Judge =>
  async (ctx, on: boolean, { entered, kindsBeside }): Promise<Told> => {
    const beside = kindsBeside();
    if (on || beside.has(WAYS_IN[key])) return undefined;
    const open = WAYS.flatMap((other) => (entered.get(other) || beside.has(WAYS_IN[other]) ? [WAYS_IN[other]] : []));
    const strict = entered.get('ONLY_ALLOW_AUTH_FROM_SOURCE');
    const ofSourceOnly = strict ? OF_SOURCE : [];
    const { count, own } = await onlyThrough(ctx, WAYS_IN[key], { open, ofSourceOnly, passkeys: entered.get('AUTH_PASSKEY') && !strict });
    if (count === 0) return undefined;
    const message = render(WORDS.onlyWayIn, ctx.language, { count });
    return { level: 'warning', message: own ? `${message} ${WORDS.onlyWayInYours[ctx.language]}` : message };
  };

/** Who would have no second factor left, where one is asked for and the rule stays: a changed one says it itself. */
async function factorsLost(ctx: Context, { saved, entered, withoutFactor }: Asked): Promise<Told> {
  const asked = entered.get('SECURITY_MFA_AUTH');
  if (asked === 0 || asked !== saved.get('SECURITY_MFA_AUTH')) return undefined;
  const counted = await withoutFactor(ctx, entered, asked === 2);
  if (counted.without === 0 || counted.without <= (await withoutFactor(ctx, saved, asked === 2)).without) return undefined;
  return { level: 'warning', message: render(WORDS.factorsLost, ctx.language, counted) };
}

const JUDGES: Readonly<Partial<Record<SettingKey, Judge>>> = {
  async SECURITY_MFA_AUTH(ctx, value: number, { entered, withoutFactor }): Promise<Told> {
    if (value === 0) return undefined;
    const counted = await withoutFactor(ctx, entered, value === 2);
    return counted.without > 0
      ? { level: 'warning', message: render(WORDS.factors, ctx.language, counted) }
      : { level: 'info', message: render(WORDS.factorsHad, ctx.language, counted) };
  },
  SECURITY_MFA_BY_EMAIL: async (ctx, value: boolean, asked) => (value ? undefined : factorsLost(ctx, asked)),
  async SMS_ENABLED(ctx, on: boolean, asked): Promise<Told> {
    if (on) return undefined;
    const [lost, count] = [await factorsLost(ctx, asked), await wantedBy(ctx, 'sms')];
    const noNotices = count > 0 ? render(WORDS.byText, ctx.language, { count }) : '';
    const message = [lost?.message ?? '', noNotices].filter(Boolean).join(' ');
    return message ? { level: lost ? 'warning' : 'info', message } : undefined;
  },
  SMS_BACKEND: async (ctx, _name: string, asked) => (asked.entered.get('SMS_ENABLED') ? factorsLost(ctx, asked) : undefined),
  async EMAIL_HOST(ctx, _host: string, { saved }): Promise<Told> {
    if (!isMailConfigured(saved)) return undefined;
    return { level: 'info', message: render(WORDS.byMail, ctx.language, { count: await wantedBy(ctx, 'email') }) };
  },
  async USER_LOGIN_SINGLE_MACHINE_ENABLED(ctx, on: boolean): Promise<Told> {
    const count = on ? await loggedInTwice(ctx) : 0;
    return count > 0 ? { level: 'info', message: render(WORDS.loggedInTwice, ctx.language, { count }) } : undefined;
  },
  async SECURITY_SESSION_SHARE(ctx, on: boolean): Promise<Told> {
    const count = on ? 0 : await sharedSessions(ctx);
    return count > 0 ? { level: 'info', message: render(WORDS.shared, ctx.language, { count }) } : undefined;
  },
  async SECURITY_MAX_IDLE_TIME(ctx, minutes: number, { saved }): Promise<Told> {
    const count = minutes < saved.get('SECURITY_MAX_IDLE_TIME') ? await runningSessions(ctx) : 0;
    return count > 0 ? { level: 'info', message: render(WORDS.idle, ctx.language, { count, minutes }) } : undefined;
  },
  async SECURITY_MAX_SESSION_TIME(ctx, hours: number): Promise<Told> {
    const count = hours > 0 ? await runningSessions(ctx, hours) : 0;
    return count > 0 ? { level: 'info', message: render(WORDS.longest, ctx.language, { count }) } : undefined;
  },
  async SECURITY_MAX_SESSION_COUNT(ctx, limit: number): Promise<Told> {
    const count = limit > 0 ? await peopleAtLimit(ctx, limit) : 0;
    return count > 0 ? { level: 'info', message: render(WORDS.atLimit, ctx.language, { count }) } : undefined;
  },
  SECURITY_LOGIN_IDLE_MINUTES: (ctx, _minutes: number, { entered }) => loginsEnd(ctx, entered),
  async SECURITY_LOGIN_MAX_HOURS(ctx, _hours: number, { saved, entered }): Promise<Told> {
    const told = entered.get('SECURITY_LOGIN_IDLE_MINUTES') !== saved.get('SECURITY_LOGIN_IDLE_MINUTES');
    return told ? undefined : loginsEnd(ctx, entered);
  },
  async SECURITY_PASSWORD_EXPIRATION_TIME(ctx, value: number): Promise<Told> {
    const { own, ...counted } = await oldPasswords(ctx, value);
    const message = render(WORDS.passwords, ctx.language, counted);
    return { level: counted.old > 0 ? 'warning' : 'info', message: own ? `${message} ${WORDS.passwordsYours[ctx.language]}` : message };
  },
  async SECURITY_LOGIN_IP_BLACK_LIST(ctx, value: readonly string[]): Promise<Told> {
    const { ip } = ctx.origin;
    return addressListed(ip, value) ? { level: 'warning', message: render(WORDS.refused, ctx.language, { ip }) } : undefined;
  },
  async SECURITY_LOGIN_IP_WHITE_LIST(ctx, value: readonly string[], { saved }): Promise<Told> {
    const { ip } = ctx.origin;
    const listed = addressListed(ip, saved.get('SECURITY_LOGIN_IP_WHITE_LIST'));
    return listed && !addressListed(ip, value) ? { level: 'info', message: render(WORDS.exposed, ctx.language, { ip }) } : undefined;
  },
  ...(Object.fromEntries(WAYS.map((key) => [key, wayIn(key)])) as Record<WayIn, Judge>),
  ...(Object.fromEntries(CLEANED_KEYS.map((key) => [key, cleaned(key)])) as Record<Cleaned, Judge>),
};

/** Of these nobody need change anything to be told: each night takes what is over by then. */
const ALWAYS: ReadonlySet<string> = new Set(CLEANED_KEYS);

/** What the entered values would do, in the order of their keys here. */
export async function effectsOf(
  ctx: Context,
  values: ReadonlyMap<SettingKey, unknown>,
  saved: SettingsReader,
  deps: EffectDeps,
): Promise<Effect[]> {
  const entered = formOver(saved, values);
  const effects: Effect[] = [];
  for (const [key, judge] of Object.entries(JUDGES) as [SettingKey, Judge][]) {
    if (!values.has(key)) continue;
    if (!ALWAYS.has(key) && JSON.stringify(values.get(key)) === JSON.stringify(saved.get(key))) continue;
    const told = await judge(ctx, values.get(key) as never, { saved, entered, ...deps });
    if (told) effects.push({ key, ...told });
  }
  return effects;
}
