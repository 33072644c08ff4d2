import { InvalidInput } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { and, at, type Column, type Context, eb, or, type Where, type Write } from '@postern/resource';
import { anyRow } from '../../../platform/database/any-row.ts';
import { asUser } from '../user.resource.ts';

/** What holds of people from outside, whoever writes them and by whichever form (docs/wire/users.md#people-from-outside). */

const DAY_MS = 86_400_000;

/** The latest end that somebody from outside may be given at this moment. */
export const latestEnd = (ctx: Context, settings: SettingsReader): Date =>
  new Date(ctx.clock().getTime() + settings.get('SECURITY_OUTSIDE_MAX_DAYS') * DAY_MS);

/** @throws InvalidInput on `date_expired`, outside_end */
export function refuseEnd(ctx: Context, settings: SettingsReader, end: unknown): void {
  const fits = end instanceof Date && end > ctx.clock() && end <= latestEnd(ctx, settings);
  if (!fits) throw InvalidInput.on('date_expired', 'outside_end', { days: settings.get('SECURITY_OUTSIDE_MAX_DAYS') });
}

/**
 * Whether somebody can answer for others: of the organisation themselves, and able to log in.
 * @param u columns of the person
 */
export const answers = (ctx: Context, u: Column): Where =>
  and(
    eb(u('is_service_account'), '=', false),
    eb(u('from_outside'), '=', false),
    eb(u('is_active'), '=', true),
    or(eb(u('date_expired'), 'is', null), eb(u('date_expired'), '>', ctx.clock())),
  );

/**
 * @param userId whom the sponsor is to answer for, where that is a person
 * @throws InvalidInput on `sponsor`: sponsor_unfit
 */
export async function refuseSponsor(ctx: Context, sponsor: string, userId: string | undefined): Promise<void> {
  const found = await anyRow(
    ctx.tx
      .selectFrom('users as u')
      .where('u.id', '=', sponsor)
      .where(answers(ctx, at('u'))),
  );
  if (!found || sponsor === userId) throw InvalidInput.on('sponsor', 'sponsor_unfit');
}

/**
 * Marks somebody as from outside: with a sponsor, and an end within the bound of the settings. What stands stays, also when the bound got
 * shorter or the sponsor left; what is changed is held to the rules of today.
 *
 * @throws InvalidInput on `sponsor` (required, sponsor_unfit) and `date_expired` (outside_end)
 */
export async function takeOutside(ctx: Context, settings: SettingsReader, { values, before }: Write): Promise<void> {
  const was = before && asUser(before);
  values.from_outside ??= was?.from_outside ?? false;
  if (values.from_outside !== true) {
    values.sponsor = null;
    return;
  }
  const marked = was?.from_outside !== true;
  const sponsor = values.sponsor === undefined ? was?.sponsor_id : values.sponsor;
  if (sponsor !== was?.sponsor_id || marked) {
    if (typeof sponsor !== 'string') throw InvalidInput.on('sponsor', 'required');
    await refuseSponsor(ctx, sponsor, was?.id);
    values.sponsor_loss_told = false;
  }
  const end = values.date_expired === undefined ? was?.date_expired : values.date_expired;
  const moved = end instanceof Date ? end.getTime() !== was?.date_expired?.getTime() : true;
  // An end that is brought forward, to this moment as well, is always in order.
  const earlier = !marked && end instanceof Date && was?.date_expired != null && end < was.date_expired;
  if ((moved && !earlier) || marked) refuseEnd(ctx, settings, end);
}
