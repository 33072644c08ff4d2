import { execFileSync } from 'node:child_process';
import { createHash, createHmac, generateKeyPairSync, randomBytes, randomUUID, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { type WindowsScript, windowsCommand } from '../src/features/automations/methods/windows-scripts.ts';
import { openedBody, sealedBody } from '../src/features/automations/methods/winrm.ts';
import { accountKey, rc4, readPairs, type Sealer, sealer } from '../src/features/automations/methods/winrm-ntlm.ts';

/**
 * A Windows machine for tests: its local accounts, and real servers in front of them, SSH and WS-Management with NTLM or
 * Basic. PowerShell is not there: the scripts are known by their text and do here what they do there.
 */

export interface WindowsUser {
  password: string;
  /** WinRM lets only administrators in. */
  admin?: true;
  groups: string[];
  lastLogin?: string;
  disabled?: true;
}

export interface WindowsMachine {
  users: Map<string, WindowsUser>;
  /** Scripts that ran, with what they read. */
  ran: { script: WindowsScript; lines: string[] }[];
  /** All that came over HTTP, as it came. */
  heard: Buffer[];
  faults: {
    dropBefore?: WindowsScript;
    dropAfter?: WindowsScript;
    /** SOAP fault for a new shell. */
    fault?: string;
    basicOnly?: true;
    noSealing?: true;
    /** Receives that say "nothing yet" first. */
    slow?: number;
  };
}

const SCRIPTS: readonly WindowsScript[] = ['password', 'create', 'gather', 'facts', 'try'];
const refusal = (id: string) => ({ code: 1, output: '', error: `${id},Microsoft.PowerShell.Commands.LocalAccountsCommand\r\n` });

export const windowsMachine = (users: Readonly<Record<string, WindowsUser>>, faults: WindowsMachine['faults'] = {}): WindowsMachine => ({
  users: new Map(Object.entries(users)),
  ran: [],
  heard: [],
  faults,
});

function execute(
  machine: WindowsMachine,
  command: string,
  input: string,
): { script: WindowsScript; code: number; output: string; error: string } {
  const script = SCRIPTS.find((name) => windowsCommand(name) === command);
  if (!script) throw new Error('a command that is no constant');
  const lines = input
    .split('\r\n')
    .slice(0, -1)
    .map((line) => Buffer.from(line, 'base64').toString());
  machine.ran.push({ script, lines });
  const [name = '', secret = '', ...groups] = lines;
  const known = machine.users.get(name);
  const done = { script, code: 0, output: '', error: '' };
  if (script === 'gather') {
    const rows = [...machine.users].filter(([, { disabled }]) => !disabled);
    const output = rows.map(([user, { lastLogin = '' }]) => `${Buffer.from(user).toString('base64')} ${lastLogin}\r\n`).join('');
    return { ...done, output };
  }
  if (script === 'facts') {
    const facts = {
      vendor: 'Müller KG',
      model: 'System Product Name',
      cpu_count: '2',
      memory: '17179869184',
      distribution: 'Windows Server 2022',
    };
    const output = Object.entries(facts).map(([fact, value]) => `${fact} ${Buffer.from(value).toString('base64')}\r\n`);
    return { ...done, output: output.join('') };
  }
  if (script === 'try') return { ...done, code: known?.password === secret ? 0 : 7 };
  if (script === 'create') {
    const user = known ?? { password: secret, groups: [] };
    user.groups.push(...groups.filter((group) => !user.groups.includes(group)));
    machine.users.set(name, user);
    return done;
  }
  if (!known) return { script, ...refusal('UserNotFound') };
  if (secret.length < 8) return { script, ...refusal('InvalidPassword') };
  known.password = secret;
  return done;
}

const { privateKey: hostKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

interface Started {
  port: number;
  stop(): void;
}

/** OpenSSH for Windows, as far as it is used. */
export async function startWindowsSsh(machine: WindowsMachine): Promise<Started> {
  const open = new Set<{ end(): void }>();
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    open.add(client);
    client.on('error', () => undefined);
    client.once('close', () => open.delete(client));
    client.on('authentication', (context) => {
      if (context.method === 'password' && machine.users.get(context.username)?.password === context.password) context.accept();
      else context.reject(['password']);
    });
    client.on('session', (accept) =>
      accept().on('exec', (yes, _no, { command }) => {
        const channel = yes();
        const parts: Buffer[] = [];
        channel.on('data', (bytes: Buffer) => parts.push(bytes));
        channel.on('end', () => {
          const name = SCRIPTS.find((one) => windowsCommand(one) === command);
          if (name === machine.faults.dropBefore) return client.end();
          const { script, code, output, error } = execute(machine, command, Buffer.concat(parts).toString());
          if (script === machine.faults.dropAfter) return client.end();
          channel.write(output);
          channel.stderr.write(error);
          channel.exit(code);
          return channel.end();
        });
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      for (const client of open) client.end();
      server.close();
    },
  };
}

const FLAGS = 0xe088_8235 >>> 0;
const SEAL = 0x20;
const MAGIC = Buffer.from('NTLMSSP\0', 'latin1');
const hmac = (key: Buffer, ...parts: Buffer[]): Buffer => createHmac('md5', key).update(Buffer.concat(parts)).digest();

/** Server side of NTLM on one connection. */
interface Negotiation {
  first: Buffer;
  challenge: Buffer;
}

function challengeFor(first: Buffer, machine: WindowsMachine): Negotiation {
  const pair = (kind: number, value: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(kind);
    head.writeUInt16LE(value.length, 2);
    return Buffer.concat([head, value]);
  };
  const name = Buffer.from('WINBOX', 'utf16le');
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(Date.now()) * 10_000n + 116_444_736_000_000_000n);
  const info = Buffer.concat([pair(2, name), pair(1, name), pair(7, time), pair(0, Buffer.alloc(0))]);
  const head = Buffer.alloc(48);
  MAGIC.copy(head);
  head.writeUInt32LE(2, 8);
  head.writeUInt32LE((machine.faults.noSealing ? FLAGS & ~SEAL : FLAGS) >>> 0, 20);
  randomBytes(8).copy(head, 24);
  head.writeUInt16LE(info.length, 40);
  head.writeUInt16LE(info.length, 42);
  head.writeUInt32LE(head.length, 44);
  return { first, challenge: Buffer.concat([head, info]) };
}

/** RFC 5929 `tls-server-end-point`, in the structure of RFC 2743 with empty addresses. */
function bindingOf(certificate: string): Buffer {
  const digest = Buffer.from(new X509Certificate(certificate).fingerprint256.replaceAll(':', ''), 'hex');
  const data = Buffer.concat([Buffer.from('tls-server-end-point:'), digest]);
  const structure = Buffer.concat([Buffer.alloc(16), Buffer.from([data.length, 0, 0, 0]), data]);
  return createHash('md5').update(structure).digest();
}

/** @returns who it is and the key of the session; undefined when the proof is wrong */
function proven(
  { first, challenge }: Negotiation,
  message: Buffer,
  machine: WindowsMachine,
  certificate: string | undefined,
): { user: string; key: Buffer } | undefined {
  const field = (at: number): Buffer =>
    message.subarray(message.readUInt32LE(at + 4), message.readUInt32LE(at + 4) + message.readUInt16LE(at));
  const [response, domain, user, sealedKey] = [field(20), field(28).toString('utf16le'), field(36).toString('utf16le'), field(52)];
  const password = machine.users.get(user)?.password;
  if (password === undefined) return undefined;
  const key = accountKey({ domain, username: user, password });
  const proof = hmac(key, challenge.subarray(24, 32), response.subarray(16));
  if (!proof.equals(response.subarray(0, 16))) return undefined;
  // Over TLS the login has to be tied to our certificate, as with extended protection switched on.
  const bound = readPairs(response.subarray(44))?.find(({ kind }) => kind === 10)?.value;
  if (certificate && !bound?.equals(bindingOf(certificate))) return undefined;
  const exported = rc4(hmac(key, proof))(sealedKey);
  const without = Buffer.from(message);
  without.fill(0, 72, 88);
  return hmac(exported, first, challenge, without).equals(message.subarray(72, 88)) ? { user, key: exported } : undefined;
}

/** What is known of one connection. */
interface Connection {
  negotiation?: Negotiation;
  user?: string;
  receive?: Sealer;
  send?: Sealer;
}

const soap = (body: string): string =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:rsp="http://schemas.microsoft.com/wbem/wsman/1/windows/shell"><s:Header/><s:Body>${body}</s:Body></s:Envelope>`;
const fault = (code: string): string =>
  soap(
    `<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Detail><f:WSManFault xmlns:f="http://schemas.microsoft.com/wbem/wsman/1/wsmanfault" Code="${code}" Machine="x"><f:Message>no</f:Message></f:WSManFault></s:Detail></s:Fault>`,
  );

interface Command {
  command: string;
  input: string;
  waits: number;
}

/** WS-Management for remote shells. */
function shellService(machine: WindowsMachine): (message: string) => string | undefined {
  const commands = new Map<string, Command>();
  return (message) => {
    const action = /<a:Action[^>]*>([^<]+)</.exec(message)?.[1] ?? '';
    const id = /CommandId="([^"]+)"/.exec(message)?.[1] ?? '';
    if (action.endsWith('/Create'))
      return machine.faults.fault
        ? fault(machine.faults.fault)
        : soap(
            `<x:ResourceCreated xmlns:x="t"><w:SelectorSet xmlns:w="w"><w:Selector Name="ShellId">${randomUUID().toUpperCase()}</w:Selector></w:SelectorSet></x:ResourceCreated>`,
          );
    if (action.endsWith('/Delete')) return soap('');
    if (action.endsWith('/Command')) {
      const made = randomUUID().toUpperCase();
      const command = /<rsp:Command>([^<]+)</.exec(message)?.[1] ?? '';
      commands.set(made, { command, input: '', waits: machine.faults.slow ?? 0 });
      return soap(`<rsp:CommandResponse><rsp:CommandId>${made}</rsp:CommandId></rsp:CommandResponse>`);
    }
    const known = commands.get(id);
    if (!known) return fault('2150858843');
    if (action.endsWith('/Send')) {
      known.input += Buffer.from(/<rsp:Stream [^>]*>([^<]*)</.exec(message)?.[1] ?? '', 'base64').toString();
      return soap('<rsp:SendResponse/>');
    }
    if (known.waits > 0) {
      known.waits -= 1;
      return fault('2150858793');
    }
    const name = SCRIPTS.find((one) => windowsCommand(one) === known.command);
    if (name === machine.faults.dropBefore) return undefined;
    const { code, output, error } = execute(machine, known.command, known.input);
    if (name === machine.faults.dropAfter) return undefined;
    const stream = (of: string, text: string): string =>
      `${text === '' ? '' : `<rsp:Stream Name="${of}" CommandId="${id}">${Buffer.from(text).toString('base64')}</rsp:Stream>`}<rsp:Stream Name="${of}" CommandId="${id}" End="true"/>`;
    return soap(
      `<rsp:ReceiveResponse>${stream('stdout', output)}${stream('stderr', error)}<rsp:CommandState CommandId="${id}" State="http://schemas.microsoft.com/wbem/wsman/1/windows/shell/CommandState/Done"><rsp:ExitCode>${code}</rsp:ExitCode></rsp:CommandState></rsp:ReceiveResponse>`,
    );
  };
}

/** A certificate that signs itself. */
function certificate(): { key: string; cert: string } {
  const dir = mkdtempSync(join(tmpdir(), 'postern-winrm-'));
  try {
    const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=winbox'];
    execFileSync('openssl', [...make, '-keyout', join(dir, 'key'), '-out', join(dir, 'cert')], { stdio: 'ignore' });
    return { key: readFileSync(join(dir, 'key'), 'utf8'), cert: readFileSync(join(dir, 'cert'), 'utf8') };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** The WinRM service of the machine. */
export async function startWinrm(machine: WindowsMachine, { tls = false } = {}): Promise<Started> {
  const serve = shellService(machine);
  const own = tls ? certificate() : undefined;
  const connections = new WeakMap<Socket, Connection>();
  const open = new Set<Socket>();

  const loggedIn = (header: string, connection: Connection, answer: ServerResponse): boolean => {
    const allowed = (user: string): boolean => machine.users.get(user)?.admin === true;
    const [scheme = '', token = ''] = header.split(' ');
    if (machine.faults.basicOnly && scheme === 'Basic') {
      const [user = '', password] = Buffer.from(token, 'base64').toString().split(':');
      return machine.users.get(user)?.password === password && allowed(user);
    }
    const message = Buffer.from(token, 'base64');
    if (scheme !== 'Negotiate' || machine.faults.basicOnly) return connection.user !== undefined;
    if (message.readUInt32LE(8) === 1) {
      connection.negotiation = challengeFor(message, machine);
      answer.setHeader('www-authenticate', `Negotiate ${connection.negotiation.challenge.toString('base64')}`);
      return false;
    }
    const proof = connection.negotiation && proven(connection.negotiation, message, machine, own?.cert);
    if (!proof || !allowed(proof.user)) return false;
    connection.user = proof.user;
    connection.receive = sealer(proof.key, 'client-to-server');
    connection.send = sealer(proof.key, 'server-to-client');
    return true;
  };

  const handle = (asked: IncomingMessage, answer: ServerResponse, body: Buffer): void => {
    machine.heard.push(Buffer.from(JSON.stringify(asked.headers)), body);
    const connection = connections.get(asked.socket) ?? {};
    connections.set(asked.socket, connection);
    if (!loggedIn(asked.headers.authorization ?? '', connection, answer)) {
      if (!answer.hasHeader('www-authenticate'))
        answer.setHeader('www-authenticate', machine.faults.basicOnly ? ['Basic realm="WSMAN"'] : ['Negotiate', 'Kerberos']);
      answer.writeHead(401).end();
      return;
    }
    if (body.length === 0) {
      answer.writeHead(200).end();
      return;
    }
    const { receive, send } = connection;
    const sealed = !tls;
    const message = sealed ? receive && openedBody(body, receive) : body;
    const response = message && serve(message.toString());
    if (!response) {
      asked.socket.destroy();
      return;
    }
    answer.writeHead(response.includes('Fault') ? 500 : 200, { 'content-type': sealed ? 'multipart/encrypted' : 'application/soap+xml' });
    answer.end(sealed && send ? sealedBody(Buffer.from(response), send) : response);
  };
  const listener = (asked: IncomingMessage, answer: ServerResponse): void => {
    const parts: Buffer[] = [];
    asked.on('data', (bytes: Buffer) => parts.push(bytes));
    asked.on('end', () => handle(asked, answer, Buffer.concat(parts)));
  };
  const server = own ? createTlsServer(own, listener) : createServer(listener);
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
