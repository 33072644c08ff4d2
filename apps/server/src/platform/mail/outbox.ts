import { randomUUID } from 'node:crypto';
import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import type { Job } from '../feature.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type Attachment, deliver } from './deliver.ts';
import type { MailContent } from './mail-content.ts';
import { type Claimed, claim, due, handOver, MAIL, putBack, settle } from './outbox-states.ts';
import { MailRefusal, refusalOf } from './refusal.ts';

declare module '@postern/resource/database' {
  interface Columns {
    'mails.attachment': NonNullable<PostedMail['attachment']>;
  }
}

const SEND = 'mail.send';
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

/** Hands messages to a chat service. */
export interface Carrier {
  /**
   * When it returns, the service has taken the message on. `id` is the same at each try.
   * @param leaving waited for right before the request that the service may take on; when it throws, nothing is sent
   * @throws MailRefusal
   */
  send(ctx: Context, message: MailContent & { id: string; to: string; since: Date }, leaving: () => Promise<void>): Promise<void>;
  /** Until when the service recognises a message that it may have had since then. */
  knownUntil(since: Date): Date;
}

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

/** By the name of their way. */
export type Carriers = Readonly<Partial<Record<string, Carrier>>>;

export interface OutboxDeps {
  settings: SettingsReader;
  makers: AttachmentMakers;
  carriers: Carriers;
  /** Told what came of each try, outside of any transaction: null where it was taken on. `lasting`: a reason that is that message's alone. */
  outcome(ctx: Context, way: string, failure: { code: string; lasting: boolean } | null): Promise<void>;
}

/** A message as it is handed over. */
type Carried = Parameters<Carrier['send']>[1] & { attachment?: Attachment };

/** Hands one message over by a way; when it returns, the other side has taken it on. @throws MailRefusal */
export async function carryBy(
  ctx: Context,
  { settings, carriers }: Pick<OutboxDeps, 'settings' | 'carriers'>,
  way: string,
  message: Carried,
  leaving: () => Promise<void> = async () => undefined,
): Promise<void> {
  if (way === MAIL) return deliver(settings, message, { leaving });
  const carrier = carriers[way];
  if (!carrier) throw new MailRefusal('not_set_up', { lasting: true });
  return carrier.send(ctx, message, leaving);
}

async function carry(
  ctx: Context,
  { makers, ...others }: OutboxDeps,
  { id, way, date_created: since, ...mail }: Claimed,
  leaving: () => Promise<void>,
): Promise<void> {
  const content = JSON.parse(ctx.secrets.decrypt(mail.content ?? '')) as Omit<PostedMail, 'attachment'>;
  const made = way === MAIL && mail.attachment ? await makers[mail.attachment.maker]?.(ctx, mail.attachment.about) : undefined;
  return carryBy(ctx, others, way, { ...content, id, since, ...(made ? { attachment: made } : {}) }, leaving);
}

/** Whether one that somebody may have may be handed over again: as long as the service itself would recognise it. */
const mayGoAgain = (ctx: Context, { carriers }: OutboxDeps, way: string, since: Date): boolean =>
  ctx.clock() < (carriers[way]?.knownUntil(since) ?? since);

async function sendOne(deps: OutboxDeps, ctx: Context, id: string): Promise<void> {
  const mail = await claim(ctx, id);
  if (!mail) return;
  const { way, date_handed: before } = mail;
  const unsure = async (code: string): Promise<void> => {
    ctx.log.warn({ mail: id, way, attempt: mail.attempts }, 'nobody knows whether a mail arrived; it is not sent again');
    await settle(ctx, mail, 'unsure', code);
    await deps.outcome(ctx, way, { code: 'unsure', lasting: false });
  };
  if (before && !mayGoAgain(ctx, deps, way, before)) return unsure('unsure');
  let handed: Date | null = null;
  let taken = false;
  try {
    await carry(ctx, deps, mail, async () => {
      if (handed) return;
      taken = !(await handOver(ctx, mail));
      if (taken) throw new Error('another worker has this message');
      handed = ctx.clock();
    });
    await settle(ctx, mail, 'sent', null);
    await deps.outcome(ctx, way, null);
  } catch (error) {
    // What another worker has in hand is theirs to tell of.
    if (taken) return;
    const { code, lasting, answer, open, cause } = refusalOf(error);
    // What was refused for certain was not handed over; what nobody answered may have arrived.
    const since = before ?? (open ? handed : null);
    const over = lasting || (since !== null && !mayGoAgain(ctx, deps, way, since));
    ctx.log.warn({ mail: id, way, code, answer, attempt: mail.attempts, over, err: cause }, 'a mail was not sent');
    const another = !over && (await putBack(ctx, mail, code, since));
    if (!another && since && !lasting) return unsure(code);
    if (!another) await settle(ctx, mail, 'failed', code);
    await deps.outcome(ctx, way, { code, lasting });
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
      for (const { id } of await due(ctx, PER_SWEEP)) await sendOne(deps, ctx, id);
    },
  },
];
