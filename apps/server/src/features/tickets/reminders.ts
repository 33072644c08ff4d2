import type { Context } from '@postern/resource';
import { formatDatetime } from '@postern/resource';
import type { Messenger } from '../notifications/index.ts';
import { delegateIds } from './delegations.ts';
import { type About, remindedNotice } from './notices.ts';
import { ableReviewers } from './reviewers.ts';
import type { TicketType } from './ticket.resource.ts';

/** Reminders of what still waits (docs/wire/tickets.md#messages). */

const DAY_MS = 86_400_000;
/** Of one level of a request that waits for days. */
const MOST = 3;
/** Tickets of one round of the job at most; the next minute takes the rest. */
const MAX_REMINDED = 500;

/**
 * When those who may decide are reminded next: of a request after a day and then each day, of whatever lapses within a day once, at half of its time.
 * @param since when they were asked, or reminded last
 * @param sent how often they were reminded already
 * @returns null for never again
 */
export function nextReminder(type: TicketType, since: Date, lapses: Date, sent: number): Date | null {
  const left = lapses.getTime() - since.getTime();
  if (type === 'apply_asset' && left > DAY_MS) return sent < MOST ? new Date(since.getTime() + DAY_MS) : null;
  return sent === 0 && left > 0 ? new Date(since.getTime() + left / 2) : null;
}

/** Those who are asked at the level that waits and can still decide it, and those who take their place. */
async function stillAsked(ctx: Context, ticket: { id: string; org_id: string; applicant_id: string | null; approval_step: number }) {
  const asked = await ctx.tx
    .selectFrom('ticket_assignees')
    .select('user_id')
    .where('ticket_id', '=', ticket.id)
    .where('level', '=', ticket.approval_step)
    .execute();
  const ids = asked.map((one) => one.user_id);
  const able = await ableReviewers(ctx, ids, ticket.org_id, ticket.applicant_id ?? ticket.id);
  return [...able.map((one) => one.id), ...(await delegateIds(ctx, ticket.id))];
}

/**
 * Reminds of tickets whose moment has come. Whom a ticket was reminded of is written with the message, under its lock, so that neither a second worker nor
 * a second run says it again; what a pause of all workers has missed is not made up for.
 */
export async function remindDeciders(ctx: Context, { messenger }: { messenger: Messenger }): Promise<void> {
  const now = ctx.clock();
  const due = await ctx.tx
    .selectFrom('tickets')
    .selectAll()
    .where('status', '=', 'open')
    .where('date_reminds', '<=', now)
    .where('date_lapses', '>', now)
    .orderBy('date_reminds')
    .limit(MAX_REMINDED)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const ticket of due) {
    const sent = ticket.reminded + 1;
    const next = nextReminder(ticket.type, now, ticket.date_lapses, sent);
    await ctx.tx.updateTable('tickets').set({ reminded: sent, date_reminds: next }).where('id', '=', ticket.id).execute();
    const { id, type, title, serial_num: serial, org_id: orgId } = ticket;
    const about: About = { id, type, title, serial: serial ?? '', orgId };
    const until = formatDatetime(ticket.date_lapses, ctx.timeZone) ?? '';
    await messenger.send(ctx, await stillAsked(ctx, ticket), remindedNotice(about, ticket.rel_snapshot.applicant ?? '', until));
  }
}
