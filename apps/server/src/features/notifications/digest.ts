import { randomUUID } from 'node:crypto';
import { type Language, render, text } from '@postern/contract/text';
import { among, at, type Context } from '@postern/resource';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { MailContent } from '../../platform/mail/mail-content.ts';
import { post } from '../../platform/mail/outbox.ts';
import { dueAt } from './due.ts';
import type { Every, WaitingKind } from './message-kinds.ts';
import { type Timing, timingsOf } from './timing.ts';
import type { Delivery, Way } from './ways.ts';

/** Messages that wait for others, and go with them in one (docs/wire/messages.md#messages-that-wait). */

/** Messages that are told of in one; of more there is a number. All of them are in the box. */
const SHOWN = 50;
/** Messages that wait for one person and way: with more, they go at once. */
const MOST = 200;
/** Of one message, so much of its text. */
const LINE = 500;
const PER_MINUTE = 200;
/** What waits for a way that was switched off goes after so long. */
const KEEP_DAYS = 7;

interface Waiting extends Pick<MailContent, 'subject' | 'lines' | 'link'> {
  language: Language;
}

/** Where a message of a kind goes for some people at once, and for whom it waits. */
export async function sorted(
  ctx: Context,
  reached: ReadonlyMap<string, string>,
  way: Way,
  kind: WaitingKind | undefined,
): Promise<{ now: { id: string; to: string }[]; later: { id: string; every: Every; timing: Timing }[] }> {
  const timings = kind ? await timingsOf(ctx, [...reached.keys()]) : new Map<string, Timing>();
  const [now, later]: [{ id: string; to: string }[], { id: string; every: Every; timing: Timing }[]] = [[], []];
  for (const [id, to] of reached) {
    const timing = timings.get(id);
    const every = kind && timing?.kinds[kind]?.[way];
    if (timing && every) later.push({ id, every, timing });
    else now.push({ id, to });
  }
  return { now, later };
}

/** Has a message wait, in the transaction that sends it. */
export async function wait(
  ctx: Context,
  people: readonly { id: string; every: Every; timing: Timing }[],
  way: Way,
  contentOf: (id: string) => MailContent,
): Promise<void> {
  if (people.length === 0) return;
  const waitingOf = (id: string): Waiting => {
    const { subject, lines, link } = contentOf(id);
    return { subject, lines, ...(link ? { link } : {}), language: ctx.language };
  };
  const now = ctx.clock();
  await ctx.tx
    .insertInto('waiting_messages')
    .values(
      people.map(({ id, every, timing }) => ({
        id: randomUUID(),
        user_id: id,
        way,
        every,
        content: ctx.secrets.encrypt(JSON.stringify(waitingOf(id))),
        date_created: now,
        date_due: dueAt(now, every, timing),
      })),
    )
    .execute();
  const full = ctx.tx
    .selectFrom('waiting_messages as w')
    .select('w.user_id')
    .where('w.way', '=', way)
    .where(
      among(
        at('w')('user_id'),
        people.map(({ id }) => id),
      ),
    )
    .groupBy('w.user_id')
    .having(({ fn }) => fn.countAll<number>(), '>=', MOST);
  await ctx.tx.updateTable('waiting_messages').set({ date_due: now }).where('way', '=', way).where('user_id', 'in', full).execute();
}

/** What waits for somebody goes with the next minute: they have chosen otherwise. */
export const release = (ctx: Context, userId: string) =>
  ctx.tx.updateTable('waiting_messages').set({ date_due: ctx.clock() }).where('user_id', '=', userId).execute();

const WORDS = {
  subject: text('Messages: {count}', '消息汇总：{count} 条', 'メッセージのまとめ：{count} 件'),
  more: text('{count} more are in your inbox.', '另有 {count} 条，请查看站内信。', 'ほかに {count} 件が受信箱にあります。'),
};

/** One message made of several, in the language of the newest. */
function together(waiting: readonly Waiting[]): MailContent {
  const spoken = waiting.at(-1)?.language ?? 'en';
  const shown = waiting.slice(-SHOWN);
  const lines = shown.flatMap(({ subject, lines: words, link }, n) => [
    `${n + 1}. ${subject}`,
    ...[words.join(' ').slice(0, LINE), link?.address ?? ''].filter((line) => line !== ''),
  ]);
  const more = waiting.length - shown.length;
  return {
    subject: render(WORDS.subject, spoken, { count: waiting.length }),
    lines: more > 0 ? [...lines, render(WORDS.more, spoken, { count: more })] : lines,
  };
}

export interface DigestDeps {
  jobs: Pick<Jobs, 'enqueue'>;
  deliveries: readonly Delivery[];
}

interface Group {
  user_id: string;
  way: string;
  every: string;
}

/** Takes what is due for somebody and promises it as one, in one transaction: whoever comes second finds nothing, and a crash leaves all of it. */
async function sendGroup(ctx: Context, { jobs }: DigestDeps, way: Delivery, { user_id, every }: Group): Promise<void> {
  const taken = await ctx.tx
    .deleteFrom('waiting_messages')
    .where('user_id', '=', user_id)
    .where('way', '=', way.name)
    .where('every', '=', every)
    .where('date_due', '<=', ctx.clock())
    .returning(['content', 'date_created'])
    .execute();
  if (taken.length === 0) return;
  const person = await ctx.tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', user_id)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('date_expired', 'is', null), eb('date_expired', '>', ctx.clock())]))
    .executeTakeFirst();
  const to = person && (await way.reaches(ctx, [person])).get(user_id);
  // Who is nobody's any more, or has no account there any more, is not written to.
  if (to === undefined) return;
  const inOrder = taken.toSorted((one, other) => one.date_created.getTime() - other.date_created.getTime());
  const waiting = inOrder.map(({ content }) => JSON.parse(ctx.secrets.decrypt(content)) as Waiting);
  await post(ctx, jobs, { ...together(waiting), to }, way.name);
}

/** Sends what is due, every minute. */
export const digestJob = (deps: DigestDeps): Job => ({
  name: 'message-digests',
  schedule: '* * * * *',
  transaction: false,
  async run(ctx) {
    const now = ctx.clock();
    await ctx.tx
      .deleteFrom('waiting_messages')
      .where('date_due', '<', new Date(now.getTime() - KEEP_DAYS * 86_400_000))
      .execute();
    const works = deps.deliveries.filter((way) => way.works());
    const groups: Group[] = await ctx.tx
      .selectFrom('waiting_messages')
      .select(['user_id', 'way', 'every'])
      .distinct()
      .where('date_due', '<=', now)
      .where(
        among(
          at('waiting_messages')('way'),
          works.map(({ name }) => name),
        ),
      )
      .limit(PER_MINUTE)
      .execute();
    for (const group of groups) {
      const way = works.find(({ name }) => name === group.way);
      if (way) await inTransaction(ctx.tx, ctx, (inner) => sendGroup(inner, deps, way, group));
    }
  },
});
