import { timingSafeEqual } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import { type Context, type Route, text as textField, uuid } from '@postern/resource';
import { detail } from '../../platform/routes/detail.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { displayOf } from './reviewers.ts';

/**
 * Whose a link in a message is (docs/wire/tickets.md#links-in-messages). The link opens nothing and decides nothing, a login does. But people with several
 * names, or to whom a link was passed on, would read that there is no such ticket; by a mark that nobody can make up they are told for whom it is.
 */

/** Bytes of a mark: whose it is, and a half of an HMAC-SHA-256 (RFC 2104 §5 allows that). */
const [ID, MAC] = [16, 16];

const mac = (ctx: Context, ticketId: string, readerId: string): Buffer =>
  ctx.secrets.derive('ticket link', JSON.stringify([ticketId, readerId])).subarray(0, MAC);

/** The mark of one reader in the link of a ticket: 43 characters, base64url. */
export const readerMark = (ctx: Context, ticketId: string, readerId: string): string =>
  Buffer.concat([Buffer.from(readerId.replaceAll('-', ''), 'hex'), mac(ctx, ticketId, readerId)]).toString('base64url');

/** The reader whom a mark names; nobody when it was not made here, or for another ticket, or under a master key that is no longer the one in use. */
function readerOf(ctx: Context, ticketId: string, mark: string): string | undefined {
  const bytes = Buffer.from(mark, 'base64url');
  if (bytes.length !== ID + MAC) return undefined;
  const readerId = parseUuid(bytes.subarray(0, ID).toString('hex'));
  return readerId && timingSafeEqual(bytes.subarray(ID), mac(ctx, ticketId, readerId)) ? readerId : undefined;
}

const NO_LINK = text('link', '链接', 'リンク');

/** For whom a link is, asked by whoever opened it and does not see the ticket. */
export const linkReader: Route = detail({
  path: '/api/v1/tickets/tickets/:id/reader/',
  name: 'tickets.ticket.reader',
  who: { allow: 'user' },
  rows: { own: 'the person whom a link that was made here names' },
  rootOrg: true,
  params: { id: uuid({ label: WORDS.id, required: true }) },
  query: { for: textField({ label: text('Mark of the link', '链接标记', 'リンクの印'), required: true, max: 64 }) },
  errors: ['object_does_not_exist'],
  answer: {
    title: text('Reader of a link', '链接的收件人', 'リンクの宛先'),
    fields: { user: shown(WORDS.user), own: shown(text('It is your own', '属于本人', '自分宛て'), 'boolean') },
  },
  async show(ctx, { params, query }) {
    const readerId = readerOf(ctx, params.id, query.for);
    const person =
      readerId && (await ctx.tx.selectFrom('users').select(['id', 'name', 'username']).where('id', '=', readerId).executeTakeFirst());
    if (!person) throw new CodedError('object_does_not_exist', { resource: NO_LINK[ctx.language] });
    return { user: displayOf(person), own: person.id === ctx.actor.id };
  },
});
