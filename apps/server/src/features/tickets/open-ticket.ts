import { randomUUID } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { type Context, formatDatetime, insert, type Kernel, type Values } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import type { Messenger } from '../notifications/index.ts';
import { addComment } from './comments.ts';
import { delegateIds } from './delegations.ts';
import { askedNotice, type About as Told } from './notices.ts';
import { nextReminder } from './reminders.ts';
import { ableReviewers, displayOf, type Person } from './reviewers.ts';
import { lastNumberOf } from './ticket.queries.ts';
import type { TicketType } from './ticket.resource.ts';

/** Open tickets of one person at most: each writes to people, so nobody may ask without end. */
const MAX_OPEN = 20;
const TITLE = 256;

const RESOURCE: Readonly<Record<TicketType, string>> = {
  apply_asset: 'applyassetticket',
  login_confirm: 'applyloginticket',
  login_asset_confirm: 'applyloginassetticket',
  command_confirm: 'applycommandticket',
};

/** What all tickets are opened with. */
interface About {
  type: TicketType;
  /** Root for logins, else the organisation of the asset. */
  orgId: string;
  applicant: Person;
  /** Stored fields of the type. */
  fields: Values;
  /** How related objects were called at that moment (docs/wire/tickets.md#states-and-levels). */
  snapshot: Readonly<Record<string, string>>;
  /** Marks of the message: ip, asset, account, command. */
  details: Readonly<Record<string, string>>;
  /** When it closes by itself. */
  lapses: Date;
}

/** The ticket of a review that a rule asks for. */
export interface NewTicket extends Omit<About, 'lapses'> {
  /** The rule, and the people it names. */
  rule: { id: string; name: string };
  reviewers: readonly string[];
  /** What is asked, without who asks: the same in every language, so that all read one title. */
  subject: string;
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

/** A ticket as it is stored. `tell` is for those of the first level, who are asked to decide unless it says otherwise. */
interface NewStored extends About {
  id?: string;
  title: string;
  comment?: string;
  ruleId?: string;
  levels: readonly (readonly Person[])[];
  tell?: (about: Told, people: readonly string[]) => Promise<void>;
}

/**
 * Stores a ticket with its levels, each with those who may decide it, and tells those of the first, in the caller's transaction.
 * @returns its id
 * @throws CodedError throttled for one too many of a person
 */
export async function storeTicket(ctx: Context, { kernel, messenger }: OpenDeps, given: NewStored): Promise<string> {
  const { applicant, type, title, levels } = given;
  await refuseTooMany(ctx, applicant.id);
  const serial = await nextSerial(ctx);
  const row = await insert(kernel().byName(RESOURCE[type]), ctx, {
    ...given.fields,
    ...(given.id ? { id: given.id } : {}),
    title,
    serial_num: serial,
    type,
    state: 'pending',
    status: 'open',
    approval_step: 1,
    org_id: given.orgId,
    applicant_id: applicant.id,
    comment: given.comment ?? '',
    rel_snapshot: { applicant: displayOf(applicant), ...given.snapshot },
    acl_id: given.ruleId ?? null,
    opened_by: ctx.actor.kind === 'component' ? ctx.actor.id : null,
    date_lapses: given.lapses,
    date_reminds: nextReminder(type, ctx.clock(), given.lapses, 0),
    reminded: 0,
    date_used: null,
  });
  const id = String(row.id);
  await ctx.tx
    .insertInto('ticket_steps')
    .values(
      levels.map((_, at) => ({
        ticket_id: id,
        level: at + 1,
        told: at === 0 ? (given.details?.asset ?? '') : '',
        date_updated: ctx.clock(),
      })),
    )
    .execute();
  await ctx.tx
    .insertInto('ticket_assignees')
    .values(
      levels.flatMap((people, at) =>
        people.map((one) => ({
          ticket_id: id,
          level: at + 1,
          user_id: one.id,
          display: displayOf(one),
          is_current: at === 0,
          date_created: row.date_created as Date,
        })),
      ),
    )
    .execute();
  await addComment(ctx, { id: randomUUID(), ticketId: id, by: applicant, type: 'state', state: 'pending', body: '' });
  const first = [...(levels[0] ?? []).map((one) => one.id), ...(await delegateIds(ctx, id))];
  const about = { id, type, title, serial, orgId: given.orgId };
  if (given.tell) await given.tell(about, first);
  else await messenger.send(ctx, first, askedNotice(about, { user: displayOf(applicant), ...given.details }));
  return id;
}

/**
 * Opens the ticket of a review, in the caller's transaction.
 * @returns its id
 * @throws CodedError review_impossible when nobody the rule names can decide now
 */
export async function openTicket(ctx: Context, deps: OpenDeps, { rule, reviewers, subject, lasts, ...given }: NewTicket): Promise<string> {
  const able = await ableReviewers(ctx, reviewers, given.orgId, given.applicant.id);
  if (able.length === 0) throw new CodedError('review_impossible', { name: rule.name });
  return storeTicket(ctx, deps, {
    ...given,
    title: `${displayOf(given.applicant)} · ${subject}`.slice(0, TITLE),
    ruleId: rule.id,
    levels: [able],
    lapses: new Date(ctx.clock().getTime() + lasts * 1000),
  });
}
