import type { Row } from '@postern/client/api';
import type { Page } from '@postern/contract/wire';
import { client } from '../../session/http.ts';

/** A person's copy of a message (docs/wire/messages.md#site-messages). */
export type SiteMessage = Row<'siteMessages'>;

export const unreadMessages = (limit: number, signal: AbortSignal): Promise<Page<SiteMessage>> =>
  client.siteMessages.list({ offset: 0, limit, has_read: false }, { signal });
export const unreadTotal = async (): Promise<number> => (await client.siteMessages.unread()).total;
export const markRead = (ids: readonly string[]): Promise<unknown> => client.siteMessages.read({ ids });
export const markAllRead = (): Promise<unknown> => client.siteMessages.readall();
