import type { Page } from '@postern/contract/wire';
import { http } from '../../session/http.ts';

/** A person's copy of a message (docs/wire/messages.md#site-messages). */
export interface SiteMessage {
  id: string;
  has_read: boolean;
  date_created: string;
  content: { id: string; subject: string; message: string; sender: string };
}

const BOX = 'notifications/site-messages/';

export const unreadMessages = (limit: number, signal: AbortSignal): Promise<Page<SiteMessage>> =>
  http.get(BOX, { query: { offset: 0, limit, has_read: false }, signal });
export const unreadTotal = async (): Promise<number> => (await http.get<{ total: number }>(`${BOX}unread-total/`)).total;
export const markRead = (ids: readonly string[]): Promise<unknown> => http.patch(`${BOX}mark-as-read/`, { ids });
export const markAllRead = (): Promise<unknown> => http.patch(`${BOX}mark-as-read-all/`, {});
