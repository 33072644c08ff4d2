import type { SettingKey, SettingsReader } from '@postern/contract/settings';
import { render, type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { addressListed } from '../../platform/auth/address-list.ts';
import { loginEnds } from '../../platform/auth/login-ends.ts';
import {
  CLEANED_KEYS,
  type Cleaned,
  loginsOver,
  MOST,
  olderThan,
  oldPasswords,
  peopleAtLimit,
  runningSessions,
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
} as const satisfies Record<string, Text>;

type Told = Omit<Effect, 'key'> | undefined;
/** How many people have nothing to show as second factor, by these settings: of all, or of administrators. */
export type WithoutFactor = (
  ctx: Context,
  settings: SettingsReader,
  administrators: boolean,
) => Promise<{ total: number; without: number }>;

interface Asked {
  /** As they are saved. */
  saved: SettingsReader;
  /** As they would be. */
  entered: SettingsReader;
  withoutFactor: WithoutFactor;
}
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

const JUDGES: Readonly<Partial<Record<SettingKey, Judge>>> = {
  async SECURITY_MFA_AUTH(ctx, value: number, { entered, withoutFactor }): Promise<Told> {
    if (value === 0) return undefined;
    const counted = await withoutFactor(ctx, entered, value === 2);
    return counted.without > 0
      ? { level: 'warning', message: render(WORDS.factors, ctx.language, counted) }
      : { level: 'info', message: render(WORDS.factorsHad, ctx.language, counted) };
  },
  async SECURITY_MFA_BY_EMAIL(ctx, value: boolean, { saved, entered, withoutFactor }): Promise<Told> {
    const asked = entered.get('SECURITY_MFA_AUTH');
    // Whom a changed rule asks for a factor is told with that rule.
    if (value || asked === 0 || asked !== saved.get('SECURITY_MFA_AUTH')) return undefined;
    const counted = await withoutFactor(ctx, entered, asked === 2);
    return counted.without > 0 ? { level: 'warning', message: render(WORDS.factorsLost, ctx.language, counted) } : undefined;
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
  ...(Object.fromEntries(CLEANED_KEYS.map((key) => [key, cleaned(key)])) as Record<Cleaned, Judge>),
};

/** Of these nobody need change anything to be told: each night takes what is over by then. */
const ALWAYS: ReadonlySet<string> = new Set(CLEANED_KEYS);

/** What the entered values would do, in the order of their keys here. */
export async function effectsOf(
  ctx: Context,
  values: ReadonlyMap<SettingKey, unknown>,
  saved: SettingsReader,
  withoutFactor: WithoutFactor,
): Promise<Effect[]> {
  const entered = formOver(saved, values);
  const effects: Effect[] = [];
  for (const [key, judge] of Object.entries(JUDGES) as [SettingKey, Judge][]) {
    if (!values.has(key)) continue;
    if (!ALWAYS.has(key) && JSON.stringify(values.get(key)) === JSON.stringify(saved.get(key))) continue;
    const told = await judge(ctx, values.get(key) as never, { saved, entered, withoutFactor });
    if (told) effects.push({ key, ...told });
  }
  return effects;
}
