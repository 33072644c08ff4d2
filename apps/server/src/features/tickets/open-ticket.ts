import { randomUUID } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { type Context, formatDatetime, insert, type Kernel, type Values } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import type { Messenger } from '../notifications/index.ts';
import { addComment } from './comments.ts';
import { askedNotice } from './notices.ts';
import { ableReviewers, displayOf, type Person } from './reviewers.ts';
import { lastNumberOf } from './ticket.queries.ts';
import type { TicketType } from './ticket.resource.ts';

/** Open tickets of one person at most: each writes to people, so nobody may ask without end. */
const MAX_OPEN = 20;
const TITLE = 256;

const RESOURCE: Readonly<Record<TicketType, string>> = {
  login_confirm: 'applyloginticket',
  login_asset_confirm: 'applyloginassetticket',
  command_confirm: 'applycommandticket',
};

export interface NewTicket {
  type: TicketType;
  /** Root for logins, else the organisation of the asset. */
  orgId: string;
  applicant: Person;
  /** The rule, and the people it names. */
  rule: { id: string; name: string };
  reviewers: readonly string[];
  /** What is asked, without who asks: the same in every language, so that all read one title. */
  subject: string;
  /** Stored fields of the type. */
  fields: Values;
  /** How related objects were called at that moment (docs/wire/tickets.md#states-and-levels). */
  snapshot: Readonly<Record<string, string>>;
  /** Marks of the message: ip, asset, account, command. */
  details: Readonly<Record<string, string>>;
  /** Seconds until it closes by itself. */
  lasts: number;
}

export interface OpenDeps {
  kernel: () => Kernel;
  messenger: Messenger;
}

/** `YYYYMMDD` and a counter of the day. The lock makes those who open at the same moment queue. */
async function nextSerial(ctx: Context): Promise<string> {
  await lockByName(ctx.tx, 'ticket serial');
  const day = (formatDatetime(ctx.clock(), ctx.timeZone) ?? '').slice(0, 10).replace(/\D/g, '');
  return `${day}${String((await lastNumberOf(ctx, day)) + 1).padStart(4, '0')}`;
}

async function refuseTooMany(ctx: Context, applicantId: string): Promise<void> {
  const { open } = await ctx.tx
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('applicant_id', '=', applicantId)
    .where('status', '=', 'open')
    .where('date_lapses', '>', ctx.clock())
    .executeTakeFirstOrThrow();
  if (open >= MAX_OPEN) throw new CodedError('throttled', { seconds: 60 });
}

/**
 * Opens the ticket of a review and tells those who may decide, in the caller's transaction.
 * @returns its id
 * @throws CodedError review_impossible when nobody the rule names can decide now
 */
export async function openTicket(ctx: Context, { kernel, messenger }: OpenDeps, given: NewTicket): Promise<string> {
  const { applicant, type } = given;
  await refuseTooMany(ctx, applicant.id);
  const reviewers = await ableReviewers(ctx, given.reviewers, given.orgId, applicant.id);
  if (reviewers.length === 0) throw new CodedError('review_impossible', { name: given.rule.name });
  const title = `${displayOf(applicant)} · ${given.subject}`.slice(0, TITLE);
  const serial = await nextSerial(ctx);
  const row = await insert(kernel().byName(RESOURCE[type]), ctx, {
    ...given.fields,
    title,
    serial_num: serial,
    type,
    state: 'pending',
    status: 'open',
    approval_step: 1,
    org_id: given.orgId,
    applicant_id: applicant.id,
    comment: '',
    rel_snapshot: { applicant: displayOf(applicant), ...given.snapshot },
    acl_id: given.rule.id,
    opened_by: ctx.actor.kind === 'component' ? ctx.actor.id : null,
    date_lapses: new Date(ctx.clock().getTime() + given.lasts * 1000),
    date_used: null,
  });
  const id = String(row.id);
  await ctx.tx.insertInto('ticket_steps').values({ ticket_id: id, level: 1, date_updated: ctx.clock() }).execute();
  await ctx.tx
    .insertInto('ticket_assignees')
    .values(reviewers.map((one) => ({ ticket_id: id, level: 1, user_id: one.id, display: displayOf(one) })))
    .execute();
  await addComment(ctx, { id: randomUUID(), ticketId: id, by: applicant, type: 'state', state: 'pending', body: '' });
  await messenger.send(
    ctx,
    reviewers.map((one) => one.id),
    askedNotice({ id, type, title, serial }, { user: displayOf(applicant), ...given.details }),
  );
  return id;
}
