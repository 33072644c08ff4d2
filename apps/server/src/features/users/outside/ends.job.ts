import { among, type Context, formatDatetime } from '@postern/resource';
import type { Job } from '../../../platform/feature.ts';
import { revokeAccess } from '../passwords.ts';
import { noteChange } from '../user-changes.ts';
import type { UserDeps } from '../user-guards.ts';
import { type Ending, ended, endingSoon, noteSponsorsBack, secondsUntilEnds, withoutSponsor } from './ends.queries.ts';
import { endsSoon, sponsorLost } from './outside-words.ts';

const NAME = 'people.ends';
/** Seconds ahead for which ends get a run of their own: a bit more than lie between two that are scheduled. */
const AHEAD = 75;
/** Names in one message; the page shows all. */
const NAMED = 20;

/** Ends what is open of people whose account has ended by itself: logins, connections, keys, tokens (decision 0130). */
async function endAccess(ctx: Context): Promise<void> {
  const people = await ended(ctx);
  for (const person of people) {
    await revokeAccess(ctx, person.id);
    // Gateways look at live sessions again when somebody is written about (decision 0042).
    noteChange(ctx, person, 'is_expired', 'No', 'Yes');
  }
  const ids = people.map(({ id }) => id);
  await ctx.tx
    .updateTable('users')
    .set({ date_access_ended: ctx.clock() })
    .where(({ ref }) => among(ref('id'), ids))
    .execute();
}

/** Administrators answer for whom no sponsor can, and are told once. */
async function passOn(ctx: Context, { outside }: UserDeps): Promise<void> {
  await noteSponsorsBack(ctx);
  const people = await withoutSponsor(ctx);
  if (people.length === 0) return;
  const names = people.slice(0, NAMED).map(({ name, username }) => `${name}(${username})`);
  if (people.length > NAMED) names.push('…');
  await outside.administrators(ctx, sponsorLost({ count: people.length, names: names.join(', ') }));
  for (const person of people) noteChange(ctx, person, 'sponsor', person.sponsor_name ?? '', 'Administrators');
  await mark(ctx, people, { sponsor_loss_told: true });
}

/** Asks whoever answers for people whose account ends soon, once for each end. */
async function ask(ctx: Context, { outside, settings }: UserDeps): Promise<void> {
  for (const person of await endingSoon(ctx, settings.get('SECURITY_OUTSIDE_REVIEW_DAYS'))) {
    const words = endsSoon({ name: `${person.name}(${person.username})`, date: formatDatetime(person.date_expired, ctx.timeZone) ?? '' });
    if (person.sponsored && person.sponsor_id) await outside.people(ctx, [person.sponsor_id], words);
    else await outside.administrators(ctx, words);
    await mark(ctx, [person], { end_told: person.date_expired });
  }
}

const mark = (ctx: Context, people: readonly Ending[], set: { sponsor_loss_told: boolean } | { end_told: Date }) =>
  ctx.tx
    .updateTable('users')
    .set(set)
    .where(({ ref }) =>
      among(
        ref('id'),
        people.map(({ id }) => id),
      ),
    )
    .execute();

/** What dates bring about by themselves: the end of accounts to the second, and the questions before it. */
export const peopleEnds = (deps: UserDeps): Job => ({
  name: NAME,
  schedule: '* * * * *',
  async run(ctx) {
    await endAccess(ctx);
    await passOn(ctx, deps);
    await ask(ctx, deps);
    for (const seconds of await secondsUntilEnds(ctx, AHEAD)) {
      const at = Math.floor(ctx.clock().getTime() / 1_000) + seconds;
      deps.jobs.enqueue(ctx, NAME, {}, { after: seconds, once: `${NAME} ${at}`, every: AHEAD });
    }
  },
});
