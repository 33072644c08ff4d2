import type { Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { ownCertificate } from './own-certificate.ts';

/** A mail as the server took it: who it was for on the envelope, and all its bytes. */
export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  /** As it reads: what quoted-printable broke or wrote in hex (RFC 2045 §6.7) put back. Where a line breaks hangs on names of chance length. */
  text: string;
  /** Whether it came over TLS. */
  secure: boolean;
}

export interface SmtpTarget {
  port: number;
  mails: ReceivedMail[];
  /** Certificate its clients have to trust, PEM. */
  certificate: string;
  /** Breaks the lines that are open, as a network does. */
  cut(): void;
  stop(): Promise<void>;
}

export interface SmtpOptions {
  port?: number;
  /** The one account it lets in; anybody without it. */
  account?: { user: string; password: string };
  /** TLS from the first byte; STARTTLS is offered otherwise. */
  secure?: boolean;
  /** No STARTTLS. */
  plain?: boolean;
  /** Answers recipients: a number refuses with it. */
  refuse?: (recipient: string) => number | undefined;
  /** Answers a mail that it was given whole; a number refuses it although it is kept. */
  answer?: (mail: ReceivedMail) => number | undefined;
  /** Waited for before it answers a recipient, or a whole mail that is kept by then. */
  hold?: (at: 'recipient' | 'end') => Promise<void> | undefined;
}

/** A part of a mail that says it is quoted-printable is read as such; in any other `=20` is what it looks like, as in an address. */
const readablePart = (part: string): string =>
  /^Content-Transfer-Encoding: quoted-printable\r$/im.test(part)
    ? part.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : part;
const readable = (raw: string): string =>
  Buffer.from(
    raw
      .split(/^(?=--)/m)
      .map(readablePart)
      .join(''),
    'latin1',
  ).toString('utf8');

const refusal = (code: number): Error => Object.assign(new Error('refused by the test'), { responseCode: code });

/** A real mail server on a loopback port; it keeps what it is given. */
export async function startSmtp({
  port = 0,
  account,
  secure = false,
  plain = false,
  refuse,
  answer,
  hold,
}: SmtpOptions = {}): Promise<SmtpTarget> {
  const { key, cert } = ownCertificate('IP:127.0.0.1,DNS:localhost');
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    secure,
    key,
    cert,
    authOptional: account === undefined,
    allowInsecureAuth: true,
    disabledCommands: plain ? ['STARTTLS'] : [],
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      account && username === account.user && password === account.password ? done(null, { user: username }) : done(refusal(535)),
    onRcptTo({ address }, _session, done) {
      const code = refuse?.(address);
      const say = () => done(code === undefined ? null : refusal(code));
      const pending = hold?.('recipient');
      if (pending) void pending.then(say);
      else say();
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      readText(stream).then(
        async (raw) => {
          const to = rcptTo.map(({ address }) => address);
          const mail = { from: mailFrom ? mailFrom.address : '', to, raw, text: readable(raw), secure: session.secure };
          mails.push(mail);
          await hold?.('end');
          const code = answer?.(mail);
          done(code === undefined ? null : refusal(code));
        },
        (error: unknown) => done(error as Error),
      );
    },
  });
  // Clients that hang up in the middle are part of the tests.
  server.on('error', () => undefined);
  const lines = new Set<Socket>();
  server.server.on('connection', (line: Socket) => {
    lines.add(line);
    line.on('close', () => lines.delete(line));
  });
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    mails,
    certificate: cert,
    cut: () => {
      for (const line of lines) line.destroy();
    },
    stop: () => new Promise((done) => server.close(done)),
  };
}

/** The settings by which a server sends to one in the clear. */
export const settingsOf = ({ port }: Pick<SmtpTarget, 'port'>) => ({
  EMAIL_HOST: '127.0.0.1',
  EMAIL_PORT: String(port),
  EMAIL_HOST_USER: 'door@example.com',
  EMAIL_USE_TLS: false,
});

/** Bytes of the one file that travels with a mail. */
export function attachmentOf(raw: string): Buffer {
  const found = /^Content-Disposition: attachment;[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/m.exec(raw);
  if (!found?.[1]) throw new Error('The mail has no file');
  return Buffer.from(found[1], 'base64');
}
