import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ORG } from '@postern/contract/ids';
import { type Language, render, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { rightsOf } from '../rbac/index.ts';
import { type Delegate, delegatesOf, nameable } from './delegation.queries.ts';
import { displayOf, type Person } from './reviewers.ts';

/** Deciding for somebody who is away (docs/wire/tickets.md#deciding-for-somebody-else). */

/** Delegations of one person that have not ended, at most. */
const MAX_OPEN = 5;
/** Nobody is away for longer: what is forgotten ends by itself. */
const MAX_DAYS = 90;
const DAY_MS = 86_400_000;
const SEES_TICKETS = 'tickets.view_ticket';

/** Somebody who decides, and whose place they take, if anybody's. */
export interface Decider extends Person {
  forWhom?: Person;
}

const FOR = text('{user} for {other}', '{user}（代 {other}）', '{user}（{other} の代理）');

/** Somebody in the place of somebody else, in words. */
export const inPlaceOf = (user: string, other: string, language: Language): string => render(FOR, language, { user, other });

/** A decider in words. */
export const deciderOf = ({ forWhom, ...person }: Decider, language: Language): string =>
  forWhom ? inPlaceOf(displayOf(person), displayOf(forWhom), language) : displayOf(person);

export const principalOf = ({ for_id: id, for_name: name, for_username: username }: Delegate): Person => ({ id, name, username });

/** Whose place somebody takes at the level of a ticket that waits; undefined for nobody's. */
export async function placeOf(ctx: Context, ticketId: string, userId: string): Promise<Person | undefined> {
  const place = (await delegatesOf(ctx, [ticketId])).find(({ id }) => id === userId);
  return place && principalOf(place);
}

/** Those who take the place of somebody who was asked at the level that waits: told as they are. */
export const delegateIds = async (ctx: Context, ticketId: string): Promise<string[]> => [
  ...new Set((await delegatesOf(ctx, [ticketId])).map(({ id }) => id)),
];

/** Whether somebody has the right to see tickets at all. */
export async function seesTickets(ctx: Context, userId: string): Promise<boolean> {
  const { superuser, codes } = await rightsOf(ctx.tx, userId, ORG.ROOT);
  return superuser || codes.has(SEES_TICKETS);
}

/** People whom the actor may name, who may see tickets; all others are as if they were not there. */
export async function offeredDelegates(ctx: Context, wanted: { id: string } | { search: string }): Promise<Person[]> {
  const found = await nameable(ctx, wanted);
  const able = await Promise.all(found.map(({ id }) => seesTickets(ctx, id)));
  return found.filter((_, at) => able[at]);
}

/** What somebody says of their absence, read. @throws InvalidInput, CodedError throttled */
export async function readDelegation(ctx: Context, given: { delegate: string; date_start: Date; date_end: Date }): Promise<Person> {
  const now = ctx.clock();
  if (given.date_end <= given.date_start) throw InvalidInput.on('date_end', 'ends_before_it_starts');
  if (given.date_end <= now) throw InvalidInput.on('date_end', 'in_the_past');
  if (given.date_end.getTime() > now.getTime() + MAX_DAYS * DAY_MS) throw InvalidInput.on('date_end', 'ends_too_late', { days: MAX_DAYS });
  const [delegate] = await offeredDelegates(ctx, { id: given.delegate });
  if (!delegate) throw InvalidInput.on('delegate', 'does_not_exist', { value: given.delegate });
  const { open } = await ctx.tx
    .selectFrom('ticket_delegations')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('user_id', '=', ctx.actor.id)
    .where('date_end', '>', now)
    .executeTakeFirstOrThrow();
  if (open >= MAX_OPEN) throw new CodedError('throttled', { seconds: 60 });
  return delegate;
}
