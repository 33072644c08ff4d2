import { randomUUID } from 'node:crypto';
import type { SettingsReader } from '@postern/contract/settings';
import { COLUMN, type Context, defineTable } from '@postern/resource';
import type { Job } from '../feature.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Attachment, deliver, TOTAL_MS } from './deliver.ts';
import type { MailContent } from './mail-content.ts';
import { MailRefusal, refusalOf } from './refusal.ts';

const MAIL = 'email';

/**
 * Mails that were promised, and messages of chat services with them. A row is written in the transaction that promises it, so neither exists without the other; its
 * words are encrypted and go once it is sent or given up. Files are not in it: `attachment` says how to make them when they are sent.
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
    date_next: COLUMN.now,
    date_finished: 'timestamptz',
  },
  indexes: [{ on: 'date_next', where: `status = 'waiting'` }, { on: 'date_finished' }],
});

declare module '@postern/resource/database' {
  interface Columns {
    'mails.attachment': NonNullable<PostedMail['attachment']>;
  }
}

const SEND = 'mail.send';
/** Tries of one mail; the pauses between them add up to a bit more than two hours. */
const MAX_TRIES = 8;
const FIRST_PAUSE_MS = 60_000;
const PER_SWEEP = 100;
const KEEP_DAYS = 30;

export interface PostedMail extends MailContent {
  /** An address, or whom of our people a message of a chat service is for. */
  to: string;
  /** A maker by its name, and what it needs to know; no secrets. */
  attachment?: { maker: string; about: Readonly<Record<string, string>> };
}

/** Make files at the moment they are sent. Undefined: there is no file, and the mail goes without. */
export type AttachmentMakers = Readonly<
  Record<string, (ctx: Context, about: Readonly<Record<string, string>>) => Promise<Attachment | undefined>>
>;

/** Hands a message to a chat service; when it returns, that has taken it on. `id` is the same at each try. @throws MailRefusal */
export type Carrier = (ctx: Context, message: MailContent & { id: string; to: string; since: Date }) => Promise<void>;

/** Promises a mail inside the caller's transaction, or a message by another way; it is sent once that has committed. */
export async function post(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, { attachment, ...mail }: PostedMail, way = MAIL): Promise<string> {
  const id = randomUUID();
  const now = ctx.clock();
  const content = ctx.secrets.encrypt(JSON.stringify(mail));
  await ctx.tx
    .insertInto('mails')
    .values({ id, way, content, attachment: attachment ? JSON.stringify(attachment) : null, date_created: now, date_next: now })
    .execute();
  jobs.enqueue(ctx, SEND, { mail: id });
  return id;
}

/**
 * Takes a mail on. The next try is written down before this one begins, so that a worker that dies leaves nothing behind, and
 * after the longest that this one may take, so that nobody gets the same mail twice.
 */
const claim = (ctx: Context, id: string) =>
  ctx.tx
    .updateTable('mails')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), date_next: new Date(ctx.clock().getTime() + TOTAL_MS + FIRST_PAUSE_MS) }))
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('date_next', '<=', ctx.clock())
    .returning(['id', 'way', 'content', 'attachment', 'attempts', 'date_created'])
    .executeTakeFirst();

const settle = (ctx: Context, id: string, status: 'sent' | 'failed', error: string | null) =>
  ctx.tx.updateTable('mails').set({ status, content: null, error, date_finished: ctx.clock() }).where('id', '=', id).execute();

export interface OutboxDeps {
  settings: SettingsReader;
  makers: AttachmentMakers;
  /** By the name of their way. */
  carriers: Readonly<Partial<Record<string, Carrier>>>;
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>;

async function carry(
  ctx: Context,
  { settings, makers, carriers }: OutboxDeps,
  { id, way, date_created: since, ...mail }: Claimed,
): Promise<void> {
  const content = JSON.parse(ctx.secrets.decrypt(mail.content ?? '')) as Omit<PostedMail, 'attachment'>;
  if (way !== MAIL) {
    const carrier = carriers[way];
    if (!carrier) throw new MailRefusal('not_set_up', { lasting: true });
    return carrier(ctx, { ...content, id, since });
  }
  const attachment = mail.attachment ? await makers[mail.attachment.maker]?.(ctx, mail.attachment.about) : undefined;
  await deliver(settings, { ...content, ...(attachment ? { attachment } : {}) });
}

async function sendOne(deps: OutboxDeps, ctx: Context, id: string): Promise<void> {
  const mail = await claim(ctx, id);
  if (!mail) return;
  try {
    await carry(ctx, deps, mail);
    await settle(ctx, id, 'sent', null);
  } catch (error) {
    const { code, lasting, answer, cause } = refusalOf(error);
    const over = lasting || mail.attempts >= MAX_TRIES;
    ctx.log.warn({ mail: id, way: mail.way, code, answer, attempt: mail.attempts, over, err: cause }, 'a mail was not sent');
    if (over) await settle(ctx, id, 'failed', code);
    else {
      const next = new Date(ctx.clock().getTime() + FIRST_PAUSE_MS * 2 ** (mail.attempts - 1));
      await ctx.tx.updateTable('mails').set({ error: code, date_next: next }).where('id', '=', id).execute();
    }
  }
}

/** Sends what was promised: at once, and every minute what did not go out before. */
export const mailJobs = (deps: OutboxDeps): readonly Job[] => [
  { name: SEND, transaction: false, run: (ctx, { mail }) => (typeof mail === 'string' ? sendOne(deps, ctx, mail) : Promise.resolve()) },
  {
    name: 'mail.sweep',
    schedule: '* * * * *',
    transaction: false,
    async run(ctx) {
      const old = new Date(ctx.clock().getTime() - KEEP_DAYS * 86_400_000);
      await ctx.tx.deleteFrom('mails').where('date_finished', '<', old).execute();
      const waiting = await ctx.tx
        .selectFrom('mails')
        .select('id')
        .where('status', '=', 'waiting')
        .where('date_next', '<=', ctx.clock())
        .orderBy('date_next')
        .limit(PER_SWEEP)
        .execute();
      for (const { id } of waiting) await sendOne(deps, ctx, id);
    },
  },
];
