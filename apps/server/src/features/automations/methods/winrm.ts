import { Refusal } from '../refusal.ts';
import { LIMITS, type Login, type Reach } from './method.ts';
import type { Answer } from './ssh-client.ts';
import { openTransport, type WinrmTransport } from './winrm-http.ts';
import { authenticate, channelBinding, negotiate, type Proof } from './winrm-ntlm.ts';
import {
  commandIdIn,
  createShell,
  deleteShell,
  faultIn,
  NOTHING_YET,
  outputIn,
  receiveOutput,
  sendInput,
  shellIdIn,
  startCommand,
} from './winrm-soap.ts';

/**
 * A remote shell by WinRM. Over plain HTTP everything is sealed with the keys of the NTLM login, and whoever cannot seal is
 * sent nothing; Basic, which shows the password to whoever listens, is for TLS only (decision 0051).
 */

const SOAP = 'application/soap+xml;charset=UTF-8';
const SEALED = 'application/HTTP-SPNEGO-session-encrypted';
const BOUNDARY = 'Encrypted Boundary';
const MAX_OUTPUT = 4 * 1024 * 1024;
const MAX_ERROR = 2_000;
const SIGNATURE = 16;

/** How messages travel on a connection that is logged in. */
interface Channel {
  transport: WinrmTransport;
  headers: Readonly<Record<string, string>>;
  sealing?: Pick<Proof, 'send' | 'receive'>;
}

/** `domain\name`, `name@domain`, or an account of the machine itself. */
export function identityOf({ username, secret }: Pick<Login, 'username' | 'secret'>) {
  const [domain = '', name] = username.split('\\', 2);
  return name === undefined ? { domain: '', username, password: secret } : { domain, username: name, password: secret };
}

const tokenIn = (offers: readonly string[]): Buffer | undefined => {
  const token = offers.map((offer) => /^Negotiate ([A-Za-z0-9+/=]+)$/.exec(offer)?.[1]).find((one) => one !== undefined);
  return token === undefined ? undefined : Buffer.from(token, 'base64');
};
const offered = (offers: readonly string[], scheme: string): boolean =>
  offers.some((offer) => offer.split(' ')[0]?.toLowerCase() === scheme);

/** @throws Refusal `login_refused`, or `insecure` when there is no way to log in without showing the password */
async function logIn(transport: WinrmTransport, reach: Reach, login: Login): Promise<Channel> {
  const refused = (): Refusal => new Refusal('login_refused', { address: reach.name, account: login.username });
  const none = Buffer.alloc(0);
  const post = (token: Buffer) => transport.post(none, { 'content-type': SOAP, authorization: `Negotiate ${token.toString('base64')}` });
  const first = negotiate();
  const asked = await post(first);
  const challenge = tokenIn(asked.offers);
  if (challenge) {
    const binding = transport.certificate ? channelBinding(transport.certificate) : undefined;
    const proof = authenticate(first, challenge, identityOf(login), binding);
    if (!proof) throw new Refusal('insecure', { address: reach.name, detail: 'NTLMv2' });
    if ((await post(proof.message)).status === 401) throw refused();
    return { transport, headers: {}, ...(transport.secure ? {} : { sealing: proof }) };
  }
  if (!offered(asked.offers, 'basic')) throw new Refusal('insecure', { address: reach.name, detail: 'NTLM, Basic' });
  if (!transport.secure) throw new Refusal('insecure', { address: reach.name, detail: 'Basic, HTTP' });
  return { transport, headers: { authorization: `Basic ${Buffer.from(`${login.username}:${login.secret}`).toString('base64')}` } };
}

/** Puts a message into the form of [MS-WSMV] 2.2.9.1. */
export function sealedBody(message: Buffer, send: Proof['send']): Buffer {
  const { signature, sealed } = send.seal(message);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(signature.length);
  const head =
    `--${BOUNDARY}\r\n\tContent-Type: ${SEALED}\r\n\tOriginalContent: type=${SOAP};Length=${message.length}\r\n` +
    `--${BOUNDARY}\r\n\tContent-Type: application/octet-stream\r\n`;
  return Buffer.concat([Buffer.from(head), length, signature, sealed, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** The message in a sealed body; undefined when it is none, or not from where it should be. */
export function openedBody(body: Buffer, receive: Proof['receive']): Buffer | undefined {
  const mark = Buffer.from('Content-Type: application/octet-stream\r\n');
  const [from, to] = [body.indexOf(mark), body.lastIndexOf(`--${BOUNDARY}--`)];
  if (from < 0 || to < from + mark.length + 4 + SIGNATURE) return undefined;
  const data = body.subarray(from + mark.length, to);
  if (data.readUInt32LE(0) !== SIGNATURE) return undefined;
  return receive.open(data.subarray(4, 4 + SIGNATURE), data.subarray(4 + SIGNATURE));
}

/**
 * Sends a message and reads its answer.
 * @throws Refusal `login_refused` when the account may not, `interrupted` when the answer is not the machine's
 */
async function say({ transport, headers, sealing }: Channel, reach: Reach, login: Login, message: string): Promise<string> {
  const plain = Buffer.from(message);
  const type = sealing ? `multipart/encrypted;protocol="${SEALED}";boundary="${BOUNDARY}"` : SOAP;
  const answer = await transport.post(sealing ? sealedBody(plain, sealing.send) : plain, { ...headers, 'content-type': type });
  if (answer.status === 401 || answer.status === 403) throw new Refusal('login_refused', { address: reach.name, account: login.username });
  if (!sealing) return answer.body.toString();
  const opened = openedBody(answer.body, sealing.receive);
  if (!opened) throw new Refusal('interrupted', { address: reach.name });
  return opened.toString();
}

/** Of a shell that nobody was let into: access denied, as Windows counts it. */
const DENIED = ['5', 'AccessDenied'];

/** Logs in and opens a shell. @throws Refusal */
export async function openWinrm(reach: Reach, login: Login) {
  const transport = await openTransport(reach);
  try {
    const channel = await logIn(transport, reach, login);
    const url = `${transport.secure ? 'https' : 'http'}://${reach.name}/wsman`;
    const ask = (message: string) => say(channel, reach, login, message);
    const made = await ask(createShell(url));
    const fault = faultIn(made);
    if (fault && DENIED.includes(fault)) throw new Refusal('login_refused', { address: reach.name, account: login.username });
    const shell = shellIdIn(made);
    if (fault || !shell) throw new Refusal('unreachable', { address: reach.name, detail: `WinRM ${fault ?? ''}`.trim() });
    return {
      run: (command: string, input: string) => run(heedless(ask, reach), reach, url, shell, command, input),
      close() {
        // The machine gets a moment to tidy up; who cannot be told forgets the shell by itself.
        void ask(deleteShell(url, shell)).then(
          () => transport.close(),
          () => transport.close(),
        );
      },
    };
  } catch (error) {
    transport.close();
    // Before a shell there was nothing that could have changed anything.
    if (error instanceof Refusal && error.code === 'interrupted')
      throw new Refusal('unreachable', { address: reach.name, detail: 'WinRM' }, error);
    throw error;
  }
}

/** A login that ends in the middle of a command says nothing about the command. */
const heedless =
  (ask: (message: string) => Promise<string>, reach: Reach): typeof ask =>
  (message) =>
    ask(message).catch((error: unknown) => {
      const lost = error instanceof Refusal && error.code === 'login_refused';
      throw lost ? new Refusal('interrupted', { address: reach.name }, error) : error;
    });

/** @throws Refusal `timeout` or `interrupted` when there is no exit code: then nobody knows what happened */
async function run(
  ask: (message: string) => Promise<string>,
  reach: Reach,
  url: string,
  shell: string,
  command: string,
  input: string,
): Promise<Answer> {
  const unknown = (code: 'timeout' | 'interrupted' = 'interrupted'): Refusal => new Refusal(code, { address: reach.name });
  const until = Date.now() + LIMITS.command;
  const started = await ask(startCommand(url, shell, command));
  const fault = faultIn(started);
  if (fault) throw new Refusal('command_failed', { code: fault, detail: 'WinRM' });
  const id = commandIdIn(started);
  if (!id || faultIn(await ask(sendInput(url, shell, id, input)))) throw unknown();
  const [output, error]: [Buffer[], Buffer[]] = [[], []];
  let size = 0;
  for (;;) {
    if (Date.now() > until) throw unknown('timeout');
    const answer = await ask(receiveOutput(url, shell, id));
    const refused = faultIn(answer);
    if (refused && !NOTHING_YET.includes(refused)) throw unknown();
    const received = outputIn(answer);
    size += received.output.length + received.error.length;
    if (size > MAX_OUTPUT) throw unknown();
    output.push(received.output);
    error.push(received.error);
    if (received.code !== undefined)
      return {
        code: received.code,
        output: Buffer.concat(output).toString(),
        error: Buffer.concat(error).toString().slice(0, MAX_ERROR),
      };
  }
}
