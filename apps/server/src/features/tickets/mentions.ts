import { CodedError } from '@postern/contract/errors';
import { among, at, type Context, or } from '@postern/resource';
import type { Messenger } from '../notifications/index.ts';
import { delegatesOf } from './delegation.queries.ts';
import { seesTickets } from './delegations.ts';
import { type About, mentionNotice } from './notices.ts';
import { displayOf, type Person } from './reviewers.ts';

/** `@username` in what somebody says about a ticket (docs/wire/tickets.md#mentions). */

/** People of one ticket that are offered, and looked for in what is said. */
const MOST = 100;
/** Comments with mentions by one person about one ticket, in a minute. */
const MAX_PER_MINUTE = 10;
/** Of what was said, as much goes with the message. */
const EXCERPT = 500;

/** Those who see a ticket and can log in: who asked, who was asked, who decided, and whoever takes a place. By name, without the actor. */
export async function mentionable(ctx: Context, ticketId: string): Promise<Person[]> {
  const places = (await delegatesOf(ctx, [ticketId])).map(({ id }) => id);
  const people = await ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.username'])
    .where((eb) =>
      or(
        eb(
          'u.id',
          'in',
          eb.selectFrom('tickets as t').select('t.applicant_id').where('t.id', '=', ticketId).where('t.applicant_id', 'is not', null),
        ),
        eb('u.id', 'in', eb.selectFrom('ticket_assignees as a').select('a.user_id').where('a.ticket_id', '=', ticketId)),
        eb(
          'u.id',
          'in',
          eb
            .selectFrom('ticket_steps as s')
            .select('s.processor_id')
            .where('s.ticket_id', '=', ticketId)
            .where('s.processor_id', 'is not', null),
        ),
        among(at('u')('id'), places),
      ),
    )
    .where('u.id', '<>', ctx.actor.id)
    .where('u.is_service_account', '=', false)
    .where('u.is_active', '=', true)
    .where((eb) => eb.or([eb('u.date_expired', 'is', null), eb('u.date_expired', '>', ctx.clock())]))
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(MOST)
    .execute();
  const seen = await Promise.all(people.map((one) => seesTickets(ctx, one.id)));
  return people.filter((_, index) => seen[index]);
}

/** Of words with gaps between them: Chinese and Japanese have none, and a name may stand right beside them. */
const WORD = /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_]/u;

/** Whether `@name` stands in a text by itself: not within an address, and not as the beginning of a longer name. */
export function mentions(text: string, username: string): boolean {
  const [where, mark] = [text.toLowerCase(), `@${username.toLowerCase()}`];
  for (let from = where.indexOf(mark); from >= 0; from = where.indexOf(mark, from + 1)) {
    const [before, next, afterNext] = [where[from - 1] ?? '', where[from + mark.length] ?? '', where[from + mark.length + 1] ?? ''];
    const ends = !WORD.test(next) && !(/[.@-]/.test(next) && WORD.test(afterNext));
    if (ends && !WORD.test(before) && before !== '@') return true;
  }
  return false;
}

/**
 * Tells those of a ticket who are named in what was said. Nobody sees a ticket for being named.
 * @throws CodedError throttled for one who names people without end
 */
export async function tellMentioned(ctx: Context, messenger: Messenger, about: About, comment: string): Promise<void> {
  if (!comment.includes('@')) return;
  const named = (await mentionable(ctx, about.id)).filter(({ username }) => mentions(comment, username));
  if (named.length === 0) return;
  const { lately } = await ctx.tx
    .selectFrom('ticket_comments')
    .select(({ fn }) => fn.countAll<number>().as('lately'))
    .where('ticket_id', '=', about.id)
    .where('user_id', '=', ctx.actor.id)
    .where('body', 'like', '%@%')
    .where('date_created', '>', new Date(ctx.clock().getTime() - 60_000))
    .executeTakeFirstOrThrow();
  if (lately > MAX_PER_MINUTE) throw new CodedError('throttled', { seconds: 60 });
  const excerpt = comment.length > EXCERPT ? `${comment.slice(0, EXCERPT)}…` : comment;
  await messenger.send(
    ctx,
    named.map(({ id }) => id),
    mentionNotice(about, displayOf(ctx.actor), excerpt),
  );
}
