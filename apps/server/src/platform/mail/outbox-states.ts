import { COLUMN, type Context, defineTable } from '@postern/resource';
import { TOTAL_MS } from './deliver.ts';

export const MAIL = 'email';

/**
 * Mails that were promised, and messages of chat services with them. A row is written in the transaction that promises it, so neither exists without the other; its
 * words are encrypted and go once it is sent or given up. Files are not in it: `attachment` says how to make them when they are sent.
 *
 * Where it stands (docs/decisions/0133): `waiting` → `claimed` by one worker → `handed`, from which moment on somebody may have it → `sent`, `failed`, or
 * `unsure` when nobody will ever say whether it arrived and it must not go twice. What was refused before it was handed over waits again.
 */
export const mailTable = defineTable({
  name: 'mails',
  columns: {
    id: COLUMN.id,
    /** By what it goes: a mail, or a message of a chat service. */
    way: `text not null default '${MAIL}'`,
    content: 'text',
    attachment: 'jsonb',
    status: `text not null default 'waiting'`,
    attempts: 'integer not null default 0',
    error: 'text',
    date_created: COLUMN.now,
    /** Of one that waits: when it is tried. Of one that somebody has in hand: from when on they are thought dead. */
    date_next: COLUMN.now,
    /** When it was first handed over by a try of which nobody said how it ended. */
    date_handed: 'timestamptz',
    date_finished: 'timestamptz',
  },
  indexes: [{ on: 'date_next', where: 'date_finished is null' }, { on: 'date_finished' }],
});

/** Tries of one mail; the pauses between them add up to a bit more than two hours. */
const MAX_TRIES = 8;
const FIRST_PAUSE_MS = 60_000;
/** For longer than a try may take nobody else takes it up. */
const LEASE_MS = TOTAL_MS + FIRST_PAUSE_MS;
const OPEN = ['waiting', 'claimed', 'handed'] as const;

const later = (ctx: Context, ms: number): Date => new Date(ctx.clock().getTime() + ms);

/** Ids of what is to be taken up now: what waits, and what somebody left behind. */
export const due = (ctx: Context, most: number) =>
  ctx.tx
    .selectFrom('mails')
    .select('id')
    .where('date_finished', 'is', null)
    .where('date_next', '<=', ctx.clock())
    .orderBy('date_next')
    .limit(most)
    .execute();

/** Takes one in hand. Each claim has a number, and who holds an older one writes nothing any more. */
export const claim = (ctx: Context, id: string) =>
  ctx.tx
    .updateTable('mails')
    .set((eb) => ({ status: 'claimed', attempts: eb('attempts', '+', 1), date_next: later(ctx, LEASE_MS) }))
    .where('id', '=', id)
    .where('status', 'in', OPEN)
    .where('date_next', '<=', ctx.clock())
    .returning(['id', 'way', 'content', 'attachment', 'attempts', 'date_created', 'date_handed'])
    .executeTakeFirst();

export type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>;
type ClaimOf = Pick<Claimed, 'id' | 'attempts'>;

/** The row of a claim, as long as nobody has claimed it since. */
const claimedRow = (ctx: Context, { id, attempts }: ClaimOf) =>
  ctx.tx.updateTable('mails').where('id', '=', id).where('attempts', '=', attempts);

/**
 * Writes down that it leaves the house; only after that may it leave. Whoever was thought dead meanwhile is stopped here, before anybody hears of them.
 * @returns whether it may leave; false where another worker has it in hand by now
 */
export async function handOver(ctx: Context, mail: ClaimOf): Promise<boolean> {
  const { numUpdatedRows } = await claimedRow(ctx, mail)
    .where('status', '=', 'claimed')
    .set(({ fn, val }) => ({ status: 'handed', date_handed: fn.coalesce('date_handed', val(ctx.clock())) }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Its end. */
export const settle = (ctx: Context, mail: ClaimOf, status: 'sent' | 'failed' | 'unsure', error: string | null) =>
  claimedRow(ctx, mail).where('date_finished', 'is', null).set({ status, content: null, error, date_finished: ctx.clock() }).execute();

/** Gives it back for another try, after a pause that is twice as long each time. @returns whether there is another try */
export async function putBack(ctx: Context, mail: ClaimOf, error: string, handed: Date | null): Promise<boolean> {
  if (mail.attempts >= MAX_TRIES) return false;
  const date_next = later(ctx, FIRST_PAUSE_MS * 2 ** (mail.attempts - 1));
  await claimedRow(ctx, mail)
    .where('date_finished', 'is', null)
    .set({ status: 'waiting', error, date_next, date_handed: handed })
    .execute();
  return true;
}
