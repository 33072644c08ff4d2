import { type Readable, Transform } from 'node:stream';
import { isMailAddress, type SettingsReader } from '@postern/contract/settings';
import { type MailContent, renderMail, subjectLine } from './mail-content.ts';
import { MailRefusal, refusalOf } from './refusal.ts';

/** A file that travels with a mail; its bytes are read once, while it is sent. */
export interface Attachment {
  name: string;
  content: Buffer | Readable;
}

export interface Mail extends MailContent {
  /** One address. */
  to: string;
  attachment?: Attachment;
  /** The same at each try: of it the Message-ID is made, by which servers and programs for mail recognise what comes again (RFC 5322 section 3.6.4). */
  id?: string;
}

export interface DeliverOptions {
  /** Sender of this mail only. */
  from?: string;
  /** Waited for when all of the mail was written but the line that ends it: before that line no server takes a mail on (RFC 5321 section 4.1.1.4). */
  leaving?: () => Promise<void>;
}

/** Milliseconds without a connection, without a word, and for the whole of a mail. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;
export const TOTAL_MS = 15 * 60_000;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Whether anything can be sent: a server and its account are set (docs/wire/settings.md#mail). */
export const isMailConfigured = (settings: SettingsReader): boolean =>
  settings.get('EMAIL_HOST') !== '' && settings.get('EMAIL_HOST_USER') !== '';

/** Sender of our mails: its own setting, or the account on the server. */
export const senderOf = (settings: SettingsReader): string => settings.get('EMAIL_FROM') || settings.get('EMAIL_HOST_USER');

async function transport(settings: SettingsReader) {
  const { createTransport } = await import('nodemailer');
  const secure = settings.get('EMAIL_USE_SSL');
  const host = settings.get('EMAIL_HOST');
  const pass = settings.get('EMAIL_HOST_PASSWORD');
  return createTransport({
    host,
    port: Number(settings.get('EMAIL_PORT')) || (secure ? 465 : 587),
    secure,
    // Where it is not demanded it is used all the same when the server offers it; its certificate always has to be good.
    // A password leaves this machine encrypted or not at all.
    requireTLS: !secure && (settings.get('EMAIL_USE_TLS') || (pass !== '' && !LOOPBACK.test(host))),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...(pass ? { auth: { user: settings.get('EMAIL_HOST_USER'), pass } } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

async function inTime<T>(work: Promise<T>, giveUp: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new MailRefusal('too_slow')), TOTAL_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    giveUp();
  }
}

/** Lets a mail through as it is, and its end once `leaving` is done. */
const holdingTheEnd = (leaving: () => Promise<void>): Transform =>
  new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush: (done) => {
      leaving().then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });

/** A mail as it is written: how it reads in a mailbox, and the two forms of its text. */
export const written = (settings: SettingsReader, mail: MailContent): { subject: string; text: string; html: string } => ({
  subject: subjectLine(settings.get('EMAIL_SUBJECT_PREFIX'), mail.subject),
  ...renderMail(mail),
});

/** The server's name for it, without telling what machine this is. */
const messageId = (id: string, from: string): string => `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`;

/**
 * Hands one mail to the mail server of the settings; when this returns, the server has taken it on.
 * @throws MailRefusal
 */
export async function deliver(
  settings: SettingsReader,
  mail: Mail,
  { from = senderOf(settings), leaving }: DeliverOptions = {},
): Promise<void> {
  if (!isMailConfigured(settings)) throw new MailRefusal('not_set_up');
  if (!isMailAddress(mail.to) || !isMailAddress(from)) throw new MailRefusal('bad_address', { lasting: true });
  const server = await transport(settings);
  if (leaving)
    server.use('stream', ({ message }, done) => {
      message.transform(() => holdingTheEnd(leaving));
      done();
    });
  const { name, content } = mail.attachment ?? {};
  try {
    await inTime(
      server.sendMail({
        // As objects, so that nothing in them is read as a list of addresses.
        from: { name: '', address: from },
        to: { name: '', address: mail.to },
        ...written(settings, mail),
        ...(mail.id ? { messageId: messageId(mail.id, from) } : {}),
        ...(content ? { attachments: [{ filename: name ?? 'file', content, contentType: 'application/octet-stream' }] } : {}),
      }),
      () => server.close(),
    );
  } catch (error) {
    throw refusalOf(error);
  } finally {
    // Nobody reads on when the server did not want it.
    if (content && !Buffer.isBuffer(content)) content.destroy();
  }
}
