import type { SettingKey, SettingsReader } from '@postern/contract/settings';
import { render, type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { addressListed } from '../../platform/auth/address-list.ts';
import { oldPasswords, withoutFactor } from './effects.queries.ts';

/** What a setting of security would do to people now, before anybody saves it. */
export interface Effect {
  key: SettingKey;
  /** `warning`: somebody has to do something, or the one who asks would suffer. */
  level: 'info' | 'warning';
  message: string;
}

const WORDS = {
  factors: text(
    '{without} of {total} people have no second factor and will have to set one up at their next log-in.',
    '{total} 名用户中有 {without} 名未设置第二因素，下次登录时必须设置。',
    '{total} 人中 {without} 人は第二要素がなく、次回ログイン時に設定が必要です。',
  ),
  factorsHad: text(
    'All {total} people this is about have a second factor.',
    '涉及的 {total} 名用户均已设置第二因素。',
    '対象の {total} 人全員に第二要素があります。',
  ),
  passwords: text(
    '{old} of {total} local passwords are older and will have to be changed at the next log-in.',
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
type Judge = (ctx: Context, value: never, settings: SettingsReader) => Promise<Told>;

const JUDGES: Readonly<Partial<Record<SettingKey, Judge>>> = {
  async SECURITY_MFA_AUTH(ctx, value: number): Promise<Told> {
    if (value === 0) return undefined;
    const counted = await withoutFactor(ctx, value === 2);
    return counted.without > 0
      ? { level: 'warning', message: render(WORDS.factors, ctx.language, counted) }
      : { level: 'info', message: render(WORDS.factorsHad, ctx.language, counted) };
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
  async SECURITY_LOGIN_IP_WHITE_LIST(ctx, value: readonly string[], settings): Promise<Told> {
    const { ip } = ctx.origin;
    const listed = addressListed(ip, settings.get('SECURITY_LOGIN_IP_WHITE_LIST'));
    return listed && !addressListed(ip, value) ? { level: 'info', message: render(WORDS.exposed, ctx.language, { ip }) } : undefined;
  },
};

/** What the values that differ from the saved ones would do, in the order of their keys here. */
export async function effectsOf(ctx: Context, values: ReadonlyMap<SettingKey, unknown>, settings: SettingsReader): Promise<Effect[]> {
  const effects: Effect[] = [];
  for (const [key, judge] of Object.entries(JUDGES) as [SettingKey, Judge][]) {
    if (!values.has(key) || JSON.stringify(values.get(key)) === JSON.stringify(settings.get(key))) continue;
    const told = await judge(ctx, values.get(key) as never, settings);
    if (told) effects.push({ key, ...told });
  }
  return effects;
}
