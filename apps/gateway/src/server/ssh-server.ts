import { createServer, type Server, type Socket } from 'node:net';
import type { ComponentClient } from '@postern/client/component';
import { createSlots } from '@postern/contract/bounds';
import { parseUuid } from '@postern/contract/ids';
import { languageOf, render } from '@postern/contract/text';
import type { AuthContext, PseudoTtyInfo, ServerChannel, Session } from 'ssh2';
import { authorizeSession, type SessionGrant } from '../authorize/grant.ts';
import type { CommandClient, CommandSession, CommandStart } from '../carry/command-session.ts';
import type { TerminalClient, TerminalSession, TerminalStart } from '../carry/terminal-session.ts';
import { END_TEXTS } from '../messages.ts';
import type { LiveSession } from '../pipeline/session-services.ts';
import type { SessionEnd } from '../pipeline/session-state.ts';
import type { Size, TargetExit } from '../protocols/driver.ts';
import { ssh2 } from '../ssh2.ts';
import { type ChannelWriter, createChannelWriter } from './channel-writer.ts';
import { createPreAuthLimit } from './pre-auth-limit.ts';

const LOGIN_TRIES = 3;
/** Logged in. One person's many are bounded, too: each costs keys, buffers and a place here. */
const MAX_CONNECTIONS = 8_192;
const MAX_CONNECTIONS_EACH = 512;
/** Channels one connection may have open. */
const MAX_CHANNELS = 64;
const MAX_COMMAND = 64 * 1024;
/** Exit statuses of shells for "may not be run" and "could not be run". */
const NOT_ALLOWED = 126;
const NOT_RUN = 255;

const TOKEN_LOGIN = /^JMS-([0-9a-f-]{32,36})$/i;

export interface SshServerOptions {
  hostKey: string;
  core: ComponentClient;
  /** Whether the settings let native clients in now. Those that are in stay. */
  open(): boolean;
  startTerminal(start: TerminalStart): TerminalSession;
  startCommand(start: CommandStart): CommandSession;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
}

/**
 * The SSH server for native clients (docs/wire/components.md#native-clients): user name `JMS-{token id}`, password the token's
 * value. The token is exchanged on the first right password and its grant carries every channel of that connection, each a
 * session of its own. A key alone never opens anything (CVE-2023-43652); channels other than sessions are refused.
 */
export function createSshServer(options: SshServerOptions): Server {
  const preAuth = createPreAuthLimit();
  const people = createSlots(MAX_CONNECTIONS, MAX_CONNECTIONS_EACH);
  const ssh = new ssh2.Server({ hostKeys: [options.hostKey], ident: 'Postern' }, (connection, { ip: peer, port }) => {
    const unknown = preAuth.identified(peer, port);
    // A dual-stack socket writes IPv4 peers as IPv6 (RFC 4291 §2.5.5.2).
    const ip = peer.replace(/^::ffff:/i, '');
    let grant: SessionGrant | undefined;
    let leave: (() => void) | undefined;
    const sessions = new Set<LiveSession>();
    let tries = 0;
    let gone = false;

    connection.on('authentication', (context) => {
      if (!options.open()) {
        options.log.info({ from: ip }, 'native clients are switched off');
        connection.end();
        return;
      }
      if (context.method !== 'password') {
        context.reject(['password']);
        return;
      }
      tries += 1;
      if (tries > LOGIN_TRIES) {
        connection.end();
        return;
      }
      exchange(context, options).then(
        (given) => {
          if (gone) return;
          const user = given.secret.user.id;
          leave = people.take(user);
          if (!leave) {
            options.log.warn({ from: ip, user }, 'too many native connections');
            connection.end();
            return;
          }
          grant = given;
          context.accept();
        },
        (error: unknown) => {
          options.log.warn({ from: ip, why: error instanceof Error ? error.message : '' }, 'a login was refused');
          context.reject(['password']);
        },
      );
    });
    connection.on('ready', () => {
      unknown?.loggedIn();
      connection.on('session', (accept, reject) => {
        if (!grant || sessions.size >= MAX_CHANNELS) reject();
        else serveChannel(accept(), grant, ip, options, sessions);
      });
      // Nothing is forwarded in either direction: it would pass beside recording and policy.
      connection.on('tcpip', (_accept, reject) => reject());
      connection.on('openssh.streamlocal', (_accept, reject) => reject());
      connection.on('request', (_accept, reject) => reject?.());
    });
    connection.on('error', (error) => options.log.info({ from: ip, why: error.message }, 'a native connection failed'));
    connection.once('close', () => {
      gone = true;
      leave?.();
      for (const session of sessions) session.end('client_lost');
    });
  });

  // Peers that vanished without a word are found out by the system.
  return createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket: Socket) => {
    if (preAuth.admit(socket)) ssh.injectSocket(socket);
  });
}

async function exchange(context: AuthContext & { method: 'password' }, options: SshServerOptions): Promise<SessionGrant> {
  const id = parseUuid(TOKEN_LOGIN.exec(context.username)?.[1]);
  if (!id || context.password === '') throw new Error('not a token login');
  return authorizeSession(options.core, id, { value: context.password }, 'en');
}

function serveChannel(session: Session, grant: SessionGrant, ip: string, options: SshServerOptions, sessions: Set<LiveSession>): void {
  let pty: Size | undefined;
  let language = '';
  let terminal: TerminalSession | undefined;
  let running: CommandSession | undefined;

  const keep = (started: LiveSession) => {
    sessions.add(started);
    void started.done.catch(() => undefined).finally(() => sessions.delete(started));
  };
  const sizeOf = ({ cols, rows }: Pick<PseudoTtyInfo, 'cols' | 'rows'>): Size => ({ cols: bounded(cols, 80), rows: bounded(rows, 24) });

  session.on('pty', (accept, _reject, info) => {
    pty = sizeOf(info);
    accept?.();
  });
  session.on('env', (accept, _reject, { key, val }) => {
    if (key === 'LANG' || key === 'LC_ALL') language = val.slice(0, 32);
    accept?.();
  });
  session.on('window-change', (accept, _reject, info) => {
    terminal?.resize(sizeOf(info));
    accept?.();
  });
  session.on('signal', (accept, _reject, { name }) => {
    running?.signal(name);
    accept?.();
  });
  // The gateway and the target would hold a way to the person's own keys; nor does a window of theirs belong here.
  session.on('auth-agent', (_accept, reject) => reject?.());
  session.on('x11', (_accept, reject) => reject?.());
  session.on('shell', (accept, reject) => {
    if (terminal || running) reject();
    else openTerminal(accept());
  });
  session.on('exec', (accept, reject, { command }) => {
    if (terminal || running || command.length > MAX_COMMAND) reject();
    else if (pty) openTerminal(accept(), command);
    else openCommand(accept(), command);
  });

  function openTerminal(channel: ServerChannel, command?: string): void {
    const writer = createChannelWriter(channel, () => started.drained());
    const client: TerminalClient = {
      send: (bytes) => writer.write('out', bytes),
      opened: () => undefined,
      resumeInput: () => channel.resume(),
      finish(end, exit) {
        if (end.reason !== 'target_closed') writer.write('out', Buffer.from(`\r\n${words(end, language)}\r\n`));
        void leave(channel, writer, exit, NOT_RUN);
      },
    };
    const started = options.startTerminal({
      grant,
      client,
      size: pty ?? { cols: 80, rows: 24 },
      remoteAddr: ip,
      loginFrom: 'ST',
      language: languageOf(language),
      command,
    });
    terminal = started;
    keep(started);
    channel.on('data', (bytes: Buffer) => {
      if (!started.input(bytes)) channel.pause();
    });
    channel.on('close', () => started.end('client_lost'));
    channel.on('error', () => started.end('client_lost'));
  }

  function openCommand(channel: ServerChannel, command: string): void {
    const writer = createChannelWriter(channel, () => started.drained());
    const client: CommandClient = {
      output: (bytes) => writer.write('out', bytes),
      error: (bytes) => writer.write('err', bytes),
      resumeInput: () => channel.resume(),
      finish(end, exit, refused) {
        const text = refused === null ? words(end, language) : notAllowed(refused, language);
        if (end.reason !== 'target_closed') writer.write('err', Buffer.from(`${text}\n`));
        void leave(channel, writer, exit, refused === null ? NOT_RUN : NOT_ALLOWED);
      },
    };
    const started = options.startCommand({ grant, command, client, remoteAddr: ip });
    running = started;
    keep(started);
    channel.on('data', (bytes: Buffer) => {
      if (!started.input(bytes)) channel.pause();
    });
    channel.on('end', () => started.endInput());
    channel.on('close', () => started.end('client_lost'));
    channel.on('error', () => started.end('client_lost'));
  }
}

/** Ends a channel: the exit status goes out only after the client's window took the last byte of both streams. */
async function leave(channel: ServerChannel, writer: ChannelWriter, exit: TargetExit, otherwise: number): Promise<void> {
  await writer.flushed();
  if (exit.signal) channel.exit(exit.signal.replace(/^SIG/, ''), false, '');
  else channel.exit(exit.code ?? otherwise);
  channel.end();
}

const bounded = (value: number | undefined, fallback: number): number => (value && value > 0 ? Math.min(value, 1000) : fallback);

const words = (end: SessionEnd, language: string): string => render(END_TEXTS[end.reason], languageOf(language), end.params);
const notAllowed = (command: string, language: string): string =>
  render(END_TEXTS.command_rejected, languageOf(language), { command: command.slice(0, 128) });
