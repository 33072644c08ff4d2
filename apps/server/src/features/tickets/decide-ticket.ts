import { randomUUID } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { ORG } from '@postern/contract/ids';
import type { Context } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { notify } from '../../platform/events/bus.ts';
import type { Messenger } from '../notifications/index.ts';
import { reviewedNotice, reviewNote } from './break-glass.notices.ts';
import { addComment, hasSpoken } from './comments.ts';
import { type Decider, deciderOf, delegateIds, placeOf } from './delegations.ts';
import { askedNotice, endedNotice, lapsedNotice } from './notices.ts';
import { nextReminder } from './reminders.ts';
import { calledOf, refuseEmpty, toldOf, wantedOf } from './request.ts';
import { ableReviewers, displayOf, type Person } from './reviewers.ts';
import type { TicketState, TicketType } from './ticket.resource.ts';

/** Told on every node when a ticket that a component opened has ended; payload `{component, ticket}`. */
export const TICKET_ENDED = 'ticket-ended';

export type Ended = Exclude<TicketState, 'pending'>;
export type Verdict = 'approve' | 'reject' | 'close';

const AFTER: Readonly<Record<Verdict, Ended>> = { approve: 'approved', reject: 'rejected', close: 'closed' };

/** What the end of a ticket sets off elsewhere, in the same transaction (docs/wire/tickets.md#what-a-decision-sets-off). */
export type OnEnded = (ctx: Context, ticket: { id: string; type: TicketType }, state: Ended) => Promise<void>;

/** What an approval has to hold to, and what the one who gives it has made of the request: lines for the history of the ticket. */
export type Approving = (ctx: Context, ticket: TicketRow, last: boolean) => Promise<string>;

export interface DecideDeps {
  messenger: Messenger;
  onEnded: OnEnded;
}

const tickets = (ctx: Context) =>
  ctx.tx
    .selectFrom('tickets')
    .select([
      'id',
      'type',
      'title',
      'serial_num',
      'org_id',
      'status',
      'applicant_id',
      'approval_step',
      'date_lapses',
      'rel_snapshot',
      'taken',
      'opened_by',
    ]);
export type TicketRow = Awaited<ReturnType<ReturnType<typeof tickets>['executeTakeFirstOrThrow']>>;

/** The ticket, locked: of two who decide at the same moment, the second finds it decided. */
async function lockTicket(ctx: Context, id: string): Promise<TicketRow> {
  const found = await tickets(ctx).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!found) throw new CodedError('object_does_not_exist', { resource: 'ticket' });
  return found;
}

/** Writes down what became of the level that waits. `by` is nobody when it closed by itself; `note` are lines of whoever decided. */
async function settleLevel(ctx: Context, ticket: TicketRow, state: Ended, by: Decider | undefined, note = ''): Promise<void> {
  await ctx.tx
    .updateTable('ticket_steps')
    .set({
      state,
      processor_id: by?.id ?? null,
      processor_display: by ? displayOf(by) : '',
      for_id: by?.forWhom?.id ?? null,
      for_display: by?.forWhom ? displayOf(by.forWhom) : '',
      date_updated: ctx.clock(),
    })
    .where('ticket_id', '=', ticket.id)
    .where('level', '=', ticket.approval_step)
    .execute();
  if (by)
    await ctx.tx
      .updateTable('ticket_assignees')
      .set({ state })
      .where('ticket_id', '=', ticket.id)
      .where('level', '=', ticket.approval_step)
      .where('user_id', '=', by.forWhom?.id ?? by.id)
      .execute();
  // As what was changed of a request: in the words of whoever decided.
  const lines = [by?.forWhom ? deciderOf(by, ctx.language) : '', note].filter(Boolean).join('\n\n');
  await addComment(ctx, { id: randomUUID(), ticketId: ticket.id, by, type: 'state', state, body: lines });
}

/** Writes down the end of a ticket. `by` is nobody when it closed by itself. */
async function end(ctx: Context, deps: DecideDeps, ticket: TicketRow, state: Ended, by: Decider | undefined, note?: string): Promise<void> {
  await ctx.tx.updateTable('tickets').set({ state, status: 'closed', date_updated: ctx.clock() }).where('id', '=', ticket.id).execute();
  await settleLevel(ctx, ticket, state, by, note);
  ctx.audit({ ...auditOf(ticket), changes: [{ field: 'state', before: 'pending', after: state }, ...decidedFor(by)] });
  await deps.onEnded(ctx, ticket, state);
  if (ticket.opened_by) await notify(ctx.tx, TICKET_ENDED, { component: ticket.opened_by, ticket: ticket.id });
}

/** One level has approved; the next one is asked. */
async function goOn(ctx: Context, deps: DecideDeps, ticket: TicketRow, by: Decider, note: string): Promise<void> {
  await settleLevel(ctx, ticket, 'approved', by, note);
  const level = ticket.approval_step + 1;
  const now = ctx.clock();
  // What is given by now may lapse sooner than what was asked for.
  const { date_lapses: lapses } = await tickets(ctx).where('id', '=', ticket.id).executeTakeFirstOrThrow();
  const reminds = { reminded: 0, date_reminds: nextReminder(ticket.type, now, lapses, 0) };
  await ctx.tx
    .updateTable('tickets')
    .set({ approval_step: level, date_updated: now, ...reminds })
    .where('id', '=', ticket.id)
    .execute();
  await ctx.tx
    .updateTable('ticket_assignees')
    .set(({ eb }) => ({ is_current: eb('level', '=', level).$castTo<boolean>() }))
    .where('ticket_id', '=', ticket.id)
    .execute();
  ctx.audit({
    ...auditOf(ticket),
    changes: [{ field: 'approval_step', before: String(ticket.approval_step), after: String(level) }, ...decidedFor(by)],
  });
  // Of several levels are requests alone: those who come after are told what is asked by now.
  const { details } = toldOf(await calledOf(ctx, await wantedOf(ctx, ticket.id)));
  await ctx.tx
    .updateTable('ticket_steps')
    .set({ told: details.asset })
    .where('ticket_id', '=', ticket.id)
    .where('level', '=', level)
    .execute();
  const asked = await ctx.tx
    .selectFrom('ticket_assignees')
    .select('user_id')
    .where('ticket_id', '=', ticket.id)
    .where('level', '=', level)
    .execute();
  await deps.messenger.send(
    ctx,
    [...asked.map((one) => one.user_id), ...(await delegateIds(ctx, ticket.id))],
    askedNotice(aboutOf(ticket), { user: ticket.rel_snapshot.applicant ?? '', ...details }),
  );
}

const auditOf = (ticket: TicketRow) =>
  ({ action: 'update', resourceType: 'ticket', resourceId: ticket.id, resource: ticket.title, orgId: ticket.org_id }) as const;
const decidedFor = (by: Decider | undefined) => (by?.forWhom ? [{ field: 'decided_for', before: '', after: displayOf(by.forWhom) }] : []);
const aboutOf = ({ id, type, title, serial_num: serial, org_id: orgId }: TicketRow) => ({ id, type, title, serial: serial ?? '', orgId });

/** Whether a ticket stands at its last level. */
async function isLast(ctx: Context, { id, approval_step: level }: TicketRow): Promise<boolean> {
  const further = await ctx.tx
    .selectFrom('ticket_steps')
    .select('level')
    .where('ticket_id', '=', id)
    .where('level', '>', level)
    .executeTakeFirst();
  return further === undefined;
}

async function stepHas(ctx: Context, ticket: TicketRow, userId: string): Promise<boolean> {
  return anyRow(
    ctx.tx
      .selectFrom('ticket_assignees')
      .where('ticket_id', '=', ticket.id)
      .where('level', '=', ticket.approval_step)
      .where('user_id', '=', userId),
  );
}

const actorOf = ({ actor: { id, name, username } }: Context): Person => ({ id, name, username });

/**
 * Who the actor is in a ticket that waits: whoever was asked, or somebody in the place of one who was. Either is able to decide it themselves.
 * @throws CodedError permission_denied for the applicant and everybody else
 */
async function deciderIn(ctx: Context, ticket: TicketRow): Promise<Decider> {
  const me = actorOf(ctx);
  if (ticket.applicant_id === me.id || ctx.actor.kind !== 'user') throw new CodedError('permission_denied');
  if ((await ableReviewers(ctx, [me.id], ticket.org_id, ORG.ROOT)).length === 0) throw new CodedError('permission_denied');
  if (await stepHas(ctx, ticket, me.id)) return me;
  const forWhom = await placeOf(ctx, ticket.id, me.id);
  if (!forWhom) throw new CodedError('permission_denied');
  return { ...me, forWhom };
}

/** What rules ask for is approved as it is, and what people ask for too where the call says nothing else. */
const asAsked: Approving = async (ctx, ticket, last) => {
  if (ticket.type === 'apply_asset' && last && !ticket.taken) refuseEmpty(await wantedOf(ctx, ticket.id));
  return '';
};

/**
 * A person decides (docs/wire/tickets.md#deciding), in their own place or in that of somebody who is away. Whoever was asked and has since left the organisation decides nothing; the
 * applicant decides nothing of their own and may withdraw it.
 * @param seen the ticket as whoever decides found it: an approval is of the level that waited then. A refusal is one at any level.
 * @throws CodedError ticket_closed once it is decided or its time is over, ticket_went_on when its level was approved meanwhile, review_without_words where what was taken is reviewed without any, permission_denied for anybody else
 */
export async function decideTicket(
  ctx: Context,
  deps: DecideDeps,
  seen: Pick<TicketRow, 'id' | 'approval_step'>,
  verdict: Verdict,
  approving: Approving = asAsked,
): Promise<void> {
  const ticket = await lockTicket(ctx, seen.id);
  if (ticket.status === 'closed' || ticket.date_lapses <= ctx.clock()) throw new CodedError('ticket_closed');
  if (verdict === 'approve' && ticket.approval_step !== seen.approval_step) throw new CodedError('ticket_went_on');
  const own = ticket.applicant_id === ctx.actor.id;
  // What was taken stays to be answered for.
  if (ticket.taken && verdict === 'close') throw new CodedError('permission_denied');
  const me = own && verdict === 'close' ? actorOf(ctx) : await deciderIn(ctx, ticket);
  const state = AFTER[verdict];
  const last = await isLast(ctx, ticket);
  if (ticket.taken && !(await hasSpoken(ctx, ticket.id, me.id))) throw new CodedError('review_without_words');
  // A review says whether it was justified, and changes nothing of what was taken.
  const note = ticket.taken ? reviewNote(ctx, state) : verdict === 'approve' ? await approving(ctx, ticket, last) : '';
  if (verdict === 'approve' && !last) return goOn(ctx, deps, ticket, me, note);
  await end(ctx, deps, ticket, state, me, note);
  if (own || !ticket.applicant_id) return;
  const notice = ticket.taken ? reviewedNotice : endedNotice;
  await deps.messenger.send(ctx, [ticket.applicant_id], notice(aboutOf(ticket), state, deciderOf(me, ctx.language)));
}

/** Withdraws a ticket for its applicant, who waits at a component that has given up. One that is decided stays decided. */
export async function withdrawTicket(ctx: Context, deps: DecideDeps, id: string): Promise<void> {
  const ticket = await lockTicket(ctx, id);
  if (ticket.status === 'closed') return;
  const applicant = await ctx.tx
    .selectFrom('users')
    .select(['id', 'name', 'username'])
    .where('id', '=', ticket.applicant_id)
    .executeTakeFirst();
  await end(ctx, deps, ticket, 'closed', applicant);
}

/** Tickets of one round of the job at most; the next minute takes the rest. */
const MAX_LAPSED = 500;

/** Closes what nobody decided in time (decision 0047), and tells whoever asked. */
export async function lapseTickets(ctx: Context, deps: DecideDeps): Promise<void> {
  const rows = await tickets(ctx)
    .where('status', '=', 'open')
    .where('date_lapses', '<=', ctx.clock())
    .orderBy('date_lapses')
    .limit(MAX_LAPSED)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const row of rows) {
    await end(ctx, deps, row, 'closed', undefined);
    if (row.applicant_id) await deps.messenger.send(ctx, [row.applicant_id], lapsedNotice(aboutOf(row)));
  }
}
