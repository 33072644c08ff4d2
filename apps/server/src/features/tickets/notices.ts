import { ORG } from '@postern/contract/ids';
import { type Text, text } from '@postern/contract/text';
import type { MessageWords } from '../notifications/index.ts';
import { readerMark } from './link-reader.ts';
import type { TicketState, TicketType } from './ticket.resource.ts';

/** Messages about tickets (docs/wire/tickets.md#messages). What is asked is in the message, so that nobody has to guess before opening it. */

const ASKED: Readonly<Record<TicketType, Text>> = {
  apply_asset: text('{user} asks for access. Approve?', '是否批准 {user} 的授权申请？', '{user} のアクセス申請を承認しますか？'),
  login_confirm: text('Approve the login of {user}?', '是否批准 {user} 登录？', '{user} のログインを承認しますか？'),
  login_asset_confirm: text('Approve: {user} to {asset}?', '是否批准 {user} 连接 {asset}？', '{user} の {asset} への接続を承認しますか？'),
  command_confirm: text(
    'Approve a command of {user} on {asset}?',
    '是否批准 {user} 在 {asset} 上执行命令？',
    '{asset} での {user} のコマンドを承認しますか？',
  ),
};

const DETAILS: Readonly<Record<TicketType, Text>> = {
  apply_asset: text(
    '<p>{title}</p><p>{asset} · {account} · {ends}</p>',
    '<p>{title}</p><p>{asset} · {account} · {ends}</p>',
    '<p>{title}</p><p>{asset} · {account} · {ends}</p>',
  ),
  login_confirm: text('<p>{user} · {ip}</p>', '<p>{user} · {ip}</p>', '<p>{user} · {ip}</p>'),
  login_asset_confirm: text(
    '<p>{user} · {account} · {asset}</p>',
    '<p>{user} · {account} · {asset}</p>',
    '<p>{user} · {account} · {asset}</p>',
  ),
  command_confirm: text(
    '<p>{user} · {account} · {asset}</p><pre>{command}</pre>',
    '<p>{user} · {account} · {asset}</p><pre>{command}</pre>',
    '<p>{user} · {account} · {asset}</p><pre>{command}</pre>',
  ),
};

export const LINK = text(
  '<p><a href="/ui/tickets/tickets/{id}?{query}">Open the ticket</a> {serial}</p>',
  '<p><a href="/ui/tickets/tickets/{id}?{query}">查看工单</a> {serial}</p>',
  '<p><a href="/ui/tickets/tickets/{id}?{query}">チケットを開く</a> {serial}</p>',
);

const ENDED: Readonly<Record<Exclude<TicketState, 'pending'>, Text>> = {
  approved: text('Approved: {title}', '已批准：{title}', '承認されました：{title}'),
  rejected: text('Rejected: {title}', '已拒绝：{title}', '却下されました：{title}'),
  closed: text('Closed: {title}', '已关闭：{title}', '終了しました：{title}'),
};
export const BY = text('<p>Decided by {processor}.</p>', '<p>处理人：{processor}。</p>', '<p>処理者：{processor}</p>');

export const joined = (a: Text, b: Text): Text => ({ en: a.en + b.en, zh: a.zh + b.zh, ja: a.ja + b.ja });

export interface About {
  id: string;
  type: TicketType;
  title: string;
  serial: string;
  orgId: string;
}

/**
 * What a notice says of its ticket: marks of its own, the title, and the link. It opens the page in the organisation of the ticket, for whoever has
 * logged in and sees the ticket, and decides nothing; out of the house it says whose it is (`link-reader.ts`).
 */
export const linked = (
  { id, type, title, serial, orgId }: About,
  marks: Readonly<Record<string, string>> = {},
): Pick<MessageWords, 'params' | 'linkFor'> => ({
  params: { ...marks, title, id, serial, query: new URLSearchParams({ type, ...(orgId === ORG.ROOT ? {} : { oid: orgId }) }).toString() },
  linkFor: (ctx, readerId) => ({ for: readerMark(ctx, id, readerId) }),
});

/** To those who may decide. `details` fills the marks of its type: user, ip, asset, account, command. */
export const askedNotice = (about: About, details: Readonly<Record<string, string>>): MessageWords => ({
  subject: ASKED[about.type],
  message: joined(DETAILS[about.type], LINK),
  ...linked(about, details),
});

/** To the applicant, once it is decided. */
export const endedNotice = (about: About, state: Exclude<TicketState, 'pending'>, processor: string): MessageWords => ({
  subject: ENDED[state],
  message: joined(BY, LINK),
  ...linked(about, { processor }),
  kind: 'tickets',
});

const REMINDED = text('Still waits for you: {title}', '仍待你处理：{title}', '未処理です：{title}');
const WAITS = text('<p>{user}</p><p>Until {until}.</p>', '<p>{user}</p><p>截止时间：{until}。</p>', '<p>{user}</p><p>期限：{until}</p>');

/** To those who may decide, when nobody has so far. */
export const remindedNotice = (about: About, user: string, until: string): MessageWords => ({
  subject: REMINDED,
  message: joined(WAITS, LINK),
  ...linked(about, { user, until }),
});

const LAPSED = text('Nobody decided in time: {title}', '无人按时处理：{title}', '期限内に処理されませんでした：{title}');

/** To the applicant of what lapsed. */
export const lapsedNotice = (about: About): MessageWords => ({
  subject: LAPSED,
  message: LINK,
  ...linked(about),
  kind: 'tickets',
});

const DELEGATED = text('You decide tickets for {user}', '请你代 {user} 处理工单', '{user} の代理でチケットを処理してください');
const WHILE = text(
  '<p>From {start} until {end}. What waits already is yours to decide, too.</p><p><a href="/ui/tickets/assigned-tickets">Open what waits</a></p>',
  '<p>{start} 至 {end}。已在等待的工单同样由你处理。</p><p><a href="/ui/tickets/assigned-tickets">查看待处理工单</a></p>',
  '<p>{start} から {end} まで。すでに待っているチケットも含みます。</p><p><a href="/ui/tickets/assigned-tickets">未処理のチケットを開く</a></p>',
);

/** To whoever decides while somebody is away. */
export const delegationNotice = (user: string, start: string, end: string): MessageWords => ({
  subject: DELEGATED,
  message: WHILE,
  params: { user, start, end },
});

const DELEGATION_ENDED = text(
  '{delegate} no longer decides for {user}',
  '{delegate} 不再代 {user} 处理工单',
  '{delegate} による {user} の代理は終わりました',
);
const EARLY = text('<p>It was ended before its time.</p>', '<p>代理已提前结束。</p>', '<p>期限より前に終了されました。</p>');

/** To those of the two who did not end it. */
export const delegationEndedNotice = (user: string, delegate: string): MessageWords => ({
  subject: DELEGATION_ENDED,
  message: EARLY,
  params: { user, delegate },
});

const MENTIONED = text('{user} mentions you: {title}', '{user} 提到了你：{title}', '{user} からのメンション：{title}');
const COMMENT = text('<p>{comment}</p>', '<p>{comment}</p>', '<p>{comment}</p>');

/** To whoever was named in what somebody said about a ticket. */
export const mentionNotice = (about: About, user: string, comment: string): MessageWords => ({
  subject: MENTIONED,
  message: joined(COMMENT, LINK),
  ...linked(about, { user, comment }),
});
