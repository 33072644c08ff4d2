import { type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';

/** What people are told about those from outside, in three languages. */

interface Words {
  subject: Text;
  /** HTML of ours with `{name}` marks. */
  message: Text;
  params: Readonly<Record<string, string | number>>;
}

/** Who hears it. */
export interface OutsideTold {
  /** Tells some people, in the caller's transaction. */
  people(ctx: Context, userIds: readonly string[], words: Words): Promise<void>;
  /** Tells whoever is subscribed to messages about people from outside: administrators, until somebody chooses. */
  administrators(ctx: Context, words: Words): Promise<void>;
}

const PAGE = '/ui/profile/sponsored';

/** The account of somebody ends soon, unless whoever answers for them renews it. */
export const endsSoon = (params: { name: string; date: string }): Words => ({
  subject: text('Access from outside ends soon: {name}', '外部人员访问即将到期：{name}', '社外アクセスの期限が近づいています：{name}'),
  message: text(
    `<p>The account of {name} ends on {date}. Without a decision it ends by itself. <a href="${PAGE}">Renew it or let it end</a></p>`,
    `<p>{name} 的账号将于 {date} 失效。如不处理，到期自动终止。<a href="${PAGE}">续期或任其到期</a></p>`,
    `<p>{name} のアカウントは {date} に終了します。何もしなければ自動的に終了します。<a href="${PAGE}">延長するか、このまま終了するか決める</a></p>`,
  ),
  params,
});

/** Somebody has no sponsor any more who can answer for them. */
export const sponsorLost = (params: { count: number; names: string }): Words => ({
  subject: text('People from outside without a sponsor: {count}', '失去担保人的外部人员：{count}', '責任者のいない社外の人：{count} 人'),
  message: text(
    `<p>Their sponsor is gone or cannot log in: {names}. Administrators answer for them until they have another one. <a href="${PAGE}">Show them</a></p>`,
    `<p>以下人员的担保人已离开或无法登录：{names}。在指定新担保人之前由管理员负责。<a href="${PAGE}">查看</a></p>`,
    `<p>責任者が不在またはログインできません：{names}。新しい責任者が決まるまで管理者が責任を持ちます。<a href="${PAGE}">表示</a></p>`,
  ),
  params,
});
