import { text } from '@postern/contract/text';
import type { MessageWords } from '../notifications/index.ts';

/** Somebody whose account was made just now, and who is not in yet. */
export interface Waiting {
  id: string;
  name: string;
  username: string;
}

const PAGE = '/ui/console/users/users?is_waiting=true&oid={org}';

/**
 * What whoever may let somebody in reads.
 * @param org where the person is a member, or the root organisation
 */
export const waitingNotice = ({ name, username }: Waiting, org: string): MessageWords => ({
  subject: text('Waiting for approval: {name}', '等待批准：{name}', '承認待ち：{name}'),
  message: text(
    `<p>{name} ({username}) logged in for the first time and waits to be let in. <a href="${PAGE}">Show who waits</a></p>`,
    `<p>{name}（{username}）首次登录，正在等待批准。<a href="${PAGE}">查看等待中的人员</a></p>`,
    `<p>{name}（{username}）が初めてログインし、承認を待っています。<a href="${PAGE}">承認待ちの人を表示</a></p>`,
  ),
  params: { name: name || username, username, org },
  kind: 'system',
});
