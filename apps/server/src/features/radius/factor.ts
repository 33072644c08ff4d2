import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Factor } from '../authentication/index.ts';
import { radiusConfig } from './config.ts';
import type { AskRadius } from './way.ts';

/**
 * Whether the same servers let this person in by a password. They would take that password for the code as well, so that it would be shown twice
 * and count for two.
 */
const letsIn = (settings: SettingsReader, { source, superuser }: { source: string; superuser: boolean }): boolean =>
  settings.get('AUTH_RADIUS') && (source === 'radius' || (!settings.get('ONLY_ALLOW_AUTH_FROM_SOURCE') && !superuser));

/** A code that a RADIUS server knows of somebody: of a token that is administered there. */
export const radiusFactor = (asks: AskRadius): Factor => ({
  name: 'otp_radius',
  label: text('RADIUS code', 'RADIUS 验证码', 'RADIUS コード'),
  hint: text('The code of your token', '令牌上的验证码', 'トークンのコード'),
  // Nobody here knows who has one.
  bound: false,
  typed: true,
  available: (user, now) => now.get('OTP_IN_RADIUS') && radiusConfig(now) !== undefined && !letsIn(now, user),
  prove: async (_ctx, { username }, { code }, { from }) =>
    code !== '' && (await asks({ username, password: code, from })).state === 'right',
});
