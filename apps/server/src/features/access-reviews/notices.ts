import { type Text, text } from '@postern/contract/text';
import { type Context, formatDatetime } from '@postern/resource';
import type { MessageWords } from '../notifications/index.ts';
import type { ReviewRow } from './review.resource.ts';
import type { Progress } from './snapshot.queries.ts';

/** Messages about reviews (docs/wire/permissions.md#messages-of-a-review). */

const OPEN = text(
  '<p><a href="/ui/workbench/access-reviews/{id}?oid={org}">Open the review</a></p>',
  '<p><a href="/ui/workbench/access-reviews/{id}?oid={org}">打开审阅</a></p>',
  '<p><a href="/ui/workbench/access-reviews/{id}?oid={org}">レビューを開く</a></p>',
);
const SEE = text(
  '<p><a href="/ui/console/perms/access-reviews/{id}?oid={org}">See what became of it</a></p>',
  '<p><a href="/ui/console/perms/access-reviews/{id}?oid={org}">查看结果</a></p>',
  '<p><a href="/ui/console/perms/access-reviews/{id}?oid={org}">結果を見る</a></p>',
);

const joined = (a: Text, b: Text): Text => ({ en: a.en + b.en, zh: a.zh + b.zh, ja: a.ja + b.ja });

/** Marks of all messages. The link opens the page in the organisation of the review; it decides nothing. */
const marks = (ctx: Context, { id, name, org_id: org, date_due }: ReviewRow) => ({
  id,
  name,
  org,
  due: formatDatetime(date_due, ctx.timeZone) ?? '',
});

const words =
  (subject: Text, message: Text, link: Text, kind?: MessageWords['kind']) =>
  (ctx: Context, review: ReviewRow, more: Readonly<Record<string, number>> = {}): MessageWords => ({
    subject,
    message: joined(message, link),
    params: { ...marks(ctx, review), ...more },
    ...(kind ? { kind } : {}),
  });

/** To whoever reviews, when it begins. */
export const startedNotice = words(
  text('Review who has access: {name}', '请审阅权限：{name}', 'アクセスをレビューしてください：{name}'),
  text('<p>Decide until {due}.</p>', '<p>请在 {due} 前作出决定。</p>', '<p>{due} までに判断してください。</p>'),
  OPEN,
);

/** To whoever has something left to decide. */
export const remindedNotice = words(
  text('Still waits for you: {name}', '仍待你审阅：{name}', '未判断があります：{name}'),
  text('<p>Decide until {due}.</p>', '<p>请在 {due} 前作出决定。</p>', '<p>{due} までに判断してください。</p>'),
  OPEN,
  'reminders',
);

/** To whoever had something left to decide when it ended. */
export const missedNotice = words(
  text('The review has ended: {name}', '审阅已结束：{name}', 'レビューが終了しました：{name}'),
  text('<p>Some of it was not decided.</p>', '<p>部分内容尚未决定。</p>', '<p>判断されなかったものがあります。</p>'),
  OPEN,
  'reminders',
);

const ended = words(
  text('Review ended: {name}', '审阅已结束：{name}', 'レビュー終了：{name}'),
  text(
    '<p>Kept: {keep}. Revoked: {revoked}. Gone already: {gone}. Undecided: {undecided}.</p>',
    '<p>保留 {keep}，撤销 {revoked}，此前已失效 {gone}，未决定 {undecided}。</p>',
    '<p>維持 {keep}、取り消し {revoked}、すでになし {gone}、未判断 {undecided}。</p>',
  ),
  SEE,
);

/** To the owner, once it has ended. */
export const endedNotice = (ctx: Context, review: ReviewRow, { keep, revoked, gone, undecided }: Progress): MessageWords =>
  ended(ctx, review, { keep, revoked, gone, undecided });
