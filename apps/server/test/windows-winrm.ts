import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { windowsCommand } from '../src/features/automations/methods/windows-scripts.ts';
import { openedBody, sealedBody } from '../src/features/automations/methods/winrm.ts';
import { type Sealer, sealer } from '../src/features/automations/methods/winrm-ntlm.ts';
import { execute, SCRIPTS, type Started, type WindowsMachine } from './windows-machine.ts';
import { challengeFor, type Negotiation, proven } from './windows-ntlm.ts';

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
