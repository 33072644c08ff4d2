import { randomUUID } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context, Kernel } from '@postern/resource';
import { within } from '../../platform/auth/lockout.ts';
import { inOrganisation } from '../../platform/context.ts';
import type { MessageWords } from '../notifications/index.ts';
import { endGrant } from '../permissions/index.ts';
import { takenNotice } from './break-glass.notices.ts';
import { levelsFor } from './deciders.ts';
import { type OpenDeps, storeTicket } from './open-ticket.ts';
import { calledOf, fieldsOf, giveWanted, permissionName, refuseEmpty, toldOf, type Wanted } from './request.ts';
import { displayOf, type Person } from './reviewers.ts';
import type { TicketState } from './ticket.resource.ts';

/** Access that people take in an emergency, and answer for afterwards (docs/decisions/0140). */

export interface BreakGlassDeps extends OpenDeps {
  settings: SettingsReader;
  /** Refuses unless a second factor was shown just now (features/authentication). */
  proveFactor(ctx: Context): Promise<void>;
  /** Tells whoever is subscribed to alarms of this kind, and these people, at once. */
  alarm(ctx: Context, words: MessageWords, people: readonly string[]): Promise<void>;
  /** Looks at live sessions once the transaction is through: those of components that do not ask for themselves. */
  sessionsMayEnd(ctx: Context): void;
}

/** Times that one person may do it: each alarms people. */
const TAKEN = { count: 3, minutes: 60 };
/** A review does not lapse: it waits for somebody. */
const WAITS_MS = 10 * 365 * 86_400_000;
const TITLE = 256;

/** Everybody who would decide a request of this person, at whatever level. @throws CodedError request_impossible */
async function reviewersOf(ctx: Context, orgId: string): Promise<Person[]> {
  const levels = await levelsFor(ctx, orgId, ctx.actor.id);
  const people = new Map(levels.flatMap((level) => level.people.map((one) => [one.id, one] as const)));
  if (people.size === 0) throw new CodedError('request_impossible', { level: 1 });
  return [...people.values()];
}

/**
 * Gives the acting person what they name, from now for as long as the settings say, alarms those who would have decided, and leaves them a ticket to review.
 * @returns its id
 * @throws CodedError break_glass_closed, throttled, request_impossible
 */
export async function takeAccess(ctx: Context, deps: BreakGlassDeps, orgId: string, wanted: Wanted, reason: string): Promise<string> {
  refuseEmpty(wanted);
  const people = await reviewersOf(ctx, orgId);
  if (!(await within(ctx.tx, 'break-glass', ctx.actor.id, TAKEN))) throw new CodedError('throttled', { seconds: TAKEN.minutes * 60 });
  const applicant = { id: ctx.actor.id, name: ctx.actor.name, username: ctx.actor.username };
  const id = randomUUID();
  const { snapshot, details } = toldOf(await calledOf(ctx, wanted));
  const there = inOrganisation(ctx, orgId);
  const title = `${displayOf(applicant)} · ${details.asset}`.slice(0, TITLE);
  await storeTicket(there, deps, {
    id,
    type: 'apply_asset',
    orgId,
    applicant,
    title,
    comment: reason,
    fields: { ...fieldsOf(wanted), taken: true, apply_permission_name: permissionName(title, id) },
    snapshot,
    details,
    levels: [people],
    lapses: new Date(ctx.clock().getTime() + WAITS_MS),
    tell: (about, ids) =>
      deps.alarm(
        ctx,
        takenNotice(about, { user: displayOf(applicant), what: details.asset, account: details.account, ends: details.ends, reason }),
        ids,
      ),
  });
  await giveWanted(deps.kernel(), ctx, id);
  return id;
}

/** From now, for as long as the settings say. @throws CodedError break_glass_closed */
export function takenTime(ctx: Context, settings: SettingsReader): { start: Date; ends: Date } {
  if (!settings.get('TICKET_BREAK_GLASS')) throw new CodedError('break_glass_closed');
  const start = ctx.clock();
  return { start, ends: new Date(start.getTime() + settings.get('TICKET_BREAK_GLASS_MINUTES') * 60_000) };
}

/** Ends what a ticket gave. @returns false when it was over already */
export async function endTaken(
  ctx: Context,
  deps: Pick<BreakGlassDeps, 'kernel' | 'sessionsMayEnd'>,
  id: string,
  orgId: string,
): Promise<boolean> {
  const ended = await endGrant(deps.kernel(), inOrganisation(ctx, orgId), id);
  if (ended) deps.sessionsMayEnd(ctx);
  return ended;
}

/** What the end of a request sets off: what was approved is given, and what was taken without reason is over. */
export async function settleRequest(
  ctx: Context,
  deps: Pick<BreakGlassDeps, 'sessionsMayEnd'> & { kernel: () => Kernel },
  id: string,
  state: TicketState,
): Promise<void> {
  const request = await ctx.tx.selectFrom('tickets').select(['taken', 'org_id']).where('id', '=', id).executeTakeFirstOrThrow();
  if (!request.taken) {
    if (state === 'approved') await giveWanted(deps.kernel(), ctx, id);
  } else if (state !== 'approved') await endTaken(ctx, deps, id, request.org_id);
}
