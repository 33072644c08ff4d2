import type { SettingsReader } from '@postern/contract/settings';
import { type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { type Place, placeText, UNKNOWN_PLACE } from '../../platform/locations.ts';
import type { Messenger } from './messenger.ts';

const SEEN_NOWHERE = {
  subject: text('Login from a new address', '你的账号在新地址登录', '新しいアドレスからのログイン'),
  message: text(
    '<p>Your account was used to log in from <code>{from}</code>, where you have not been before. If this was not you, <a href="/ui/profile/setting">change your password</a>.</p>',
    '<p>你的账号刚刚从 <code>{from}</code> 登录，此前未使用过该地址。如非本人操作，请立即<a href="/ui/profile/setting">修改密码</a>。</p>',
    '<p>これまでに使われていないアドレス <code>{from}</code> からログインがありました。心当たりがない場合は<a href="/ui/profile/setting">パスワードを変更</a>してください。</p>',
  ),
};

/** The address with its place, as each reader calls it. */
const seenFrom = (ip: string, place: Place): Text => {
  const { en, zh, ja } = placeText(place);
  return text(`${ip} (${en})`, `${ip}（${zh}）`, `${ip}（${ja}）`);
};

/** Logins that are looked at. */
const LATEST = 500;

export interface AddressNoticeDeps {
  messenger: Messenger;
  settings: SettingsReader;
}

/**
 * Tells a person of a login from an address that their login log does not know, unless the settings do not want it. Another address of a place that
 * the log knows is none. Of the very first login nobody is told.
 */
export async function noticeNewAddress(
  ctx: Context,
  { messenger, settings }: AddressNoticeDeps,
  userId: string,
  { ip, city }: { ip: string; city: Place | null },
): Promise<void> {
  if (!settings.get('SECURITY_CHECK_DIFFERENT_CITY_LOGIN')) return;
  const place = city === null || city.name === UNKNOWN_PLACE ? null : city;
  const latest = ctx.tx
    .selectFrom('login_logs')
    .select(['ip', 'city'])
    .where('user_id', '=', userId)
    .where('status', '=', true)
    .orderBy('datetime', 'desc')
    .limit(LATEST)
    .as('l');
  const { logins, here } = await ctx.tx
    .selectFrom(latest)
    .select(({ fn, eb, or }) => [
      fn.countAll<number>().as('logins'),
      fn
        .countAll<number>()
        .filterWhere(or([eb('l.ip', '=', ip), ...(place ? [eb('l.city', '=', place.name)] : [])]))
        .as('here'),
    ])
    .executeTakeFirstOrThrow();
  // This login is among them.
  if (logins > 1 && here <= 1) await messenger.send(ctx, [userId], { ...SEEN_NOWHERE, params: { from: place ? seenFrom(ip, place) : ip } });
}
