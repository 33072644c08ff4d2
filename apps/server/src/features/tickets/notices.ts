import { type Text, text } from '@postern/contract/text';
import type { MessageWords } from '../notifications/index.ts';
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
  '<p><a href="/ui/tickets/tickets/{id}?type={type}">Open the ticket</a> {serial}</p>',
  '<p><a href="/ui/tickets/tickets/{id}?type={type}">查看工单</a> {serial}</p>',
  '<p><a href="/ui/tickets/tickets/{id}?type={type}">チケットを開く</a> {serial}</p>',
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
}

/** To those who may decide. `details` fills the marks of its type: user, ip, asset, account, command. */
export const askedNotice = (about: About, details: Readonly<Record<string, string>>): MessageWords => ({
  subject: ASKED[about.type],
  message: joined(DETAILS[about.type], LINK),
  params: { ...details, title: about.title, id: about.id, type: about.type, serial: about.serial },
});

/** To the applicant, once it is decided. */
export const endedNotice = (about: About, state: Exclude<TicketState, 'pending'>, processor: string): MessageWords => ({
  subject: ENDED[state],
  message: joined(BY, LINK),
  params: { title: about.title, processor, id: about.id, type: about.type, serial: about.serial },
  kind: 'tickets',
});
