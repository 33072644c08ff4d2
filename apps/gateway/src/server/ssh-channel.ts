import { languageOf, render } from '@postern/contract/text';
import type { Channel, PseudoTtyInfo, ServerChannel, Session } from 'ssh2';
import type { SessionGrant } from '../authorize/grant.ts';
import type { Chooser, GrantSource } from '../authorize/grant-source.ts';
import type { Wishes } from '../carry/agent.ts';
import type { CommandStart } from '../carry/command-session.ts';
import type { FileStart } from '../carry/file-session.ts';
import type { Refused, StreamClient, StreamSession, StreamStart } from '../carry/stream-session.ts';
import type { TerminalSession, TerminalStart } from '../carry/terminal-parts.ts';
import { endLine, MESSAGES } from '../messages.ts';
import type { LiveSession } from '../pipeline/session-services.ts';
import type { SessionEnd } from '../pipeline/session-state.ts';
import { isSftpServer } from '../policy/file-rights.ts';
import { plainText } from '../policy/plain-text.ts';
import type { Size, TargetExit } from '../protocols/driver.ts';
import { askGrant, refusalText } from './channel-grant.ts';
import { type MenuStarts, menuOn } from './channel-menu.ts';
import { terminalOn } from './channel-terminal.ts';
import { type ChannelWriter, createChannelWriter } from './channel-writer.ts';
import type { Freezer } from './freezer.ts';

const MAX_COMMAND = 64 * 1024;
/** Exit statuses of shells for "may not be run" and "could not be run". */
const NOT_ALLOWED = 126;
const NOT_RUN = 255;

/** A command that was not run because of what it is. */
const REFUSED: ReadonlySet<SessionEnd['reason']> = new Set(['rule_refused', 'mosh_refused']);
/** Variables that a client may send, and bytes of one; which of them the target gets is the platform's to say. */
const MAX_VARIABLES = 128;
const MAX_VARIABLE = 8 * 1024;

/** How sessions begin. */
export interface SessionStarts extends MenuStarts {
  startTerminal(start: TerminalStart): TerminalSession;
  startCommand(start: CommandStart): StreamSession;
  startFiles(start: FileStart): StreamSession;
}

/** Whose the menu of a connection is, and the way to what they choose. */
export interface MenuOf {
  user: string;
  /** Aborted when the login by which they are here has ended. */
  ended: AbortSignal;
  to: Chooser;
}

/** The connection that a channel is of. */
interface ChannelOf {
  opens: GrantSource;
  /** Where the client is. */
  ip: string;
  /** Sessions of the connection. */
  sessions: Set<LiveSession>;
  /** Whoever named no target chooses from a menu. */
  menu: MenuOf | undefined;
  /** Aborted when it is over. */
  over: AbortSignal;
  /** Channels of the connection whose target is not authorised yet. */
  waiting: Set<object>;
  /** Where all of it is one way to one target. */
  freezer: Freezer | undefined;
  /** Opens a channel to the agent of the client, once that asked for it. */
  agent(): Promise<Channel>;
}

/**
 * One channel of somebody who is in: a shell, a command or SFTP. What it runs on is authorised with the first byte that could reach it; while that
 * waits for somebody's approval, Ctrl+C withdraws.
 */
export function serveChannel(session: Session, of: ChannelOf, options: SessionStarts): void {
  const { opens, ip, sessions, waiting, over, agent, freezer } = of;
  const asking = { waiting, over, leaving: options.leaving };
  let pty: Size | undefined;
  let language = '';
  let words = '';
  let simple = false;
  const wishes: Wishes = {};
  const environment: Record<string, string> = {};
  let terminal: { resize(size: Size): void; drained(): void } | undefined;
  let running: StreamSession | undefined;
  let taken = false;

  const keep = (started: LiveSession) => {
    sessions.add(started);
    void started.done.catch(() => undefined).finally(() => sessions.delete(started));
  };
  const sizeOf = ({ cols, rows }: Pick<PseudoTtyInfo, 'cols' | 'rows'>): Size => ({ cols: bounded(cols, 80), rows: bounded(rows, 24) });

  session.on('pty', (accept, _reject, info) => {
    pty = sizeOf(info);
    wishes.term = info.term;
    if (info.term === 'dumb') simple = true;
    accept?.();
  });
  session.on('env', (accept, reject, { key, val }) => {
    // Ours: whoever reads what the door says may read another language than programs there are to speak.
    if (key === 'POSTERN_LANG') words = val.slice(0, 32);
    if (key === 'POSTERN_LANG' || key === 'LANG' || key === 'LC_ALL') language = words || val.slice(0, 32);
    if (key === 'POSTERN_PLAIN') simple = val !== '' && val !== '0';
    if (Object.keys(environment).length >= MAX_VARIABLES || key.length + val.length > MAX_VARIABLE) return reject?.();
    environment[key] = val;
    wishes.environment = environment;
    // Which of them go on is known with the platform, which many clients do not wait for.
    accept?.();
  });
  session.on('window-change', (accept, _reject, info) => {
    pty = sizeOf(info);
    terminal?.resize(pty);
    accept?.();
  });
  session.on('signal', (accept, _reject, { name }) => {
    const signalled = () => running?.signal(name);
    if (freezer) void freezer.thawed(over).then(signalled);
    else signalled();
    accept?.();
  });
  session.on('auth-agent', (accept, reject) => {
    wishes.agent = agent;
    // OpenSSH does not ask for an answer. Where the right is not known yet, the refusal comes in words.
    const allowed = opens.granted?.()?.secret.actions.some(({ value }) => value === 'agent') ?? true;
    if (allowed) accept?.();
    else reject?.();
  });
  session.on('x11', (_accept, reject) => {
    wishes.x11 = true;
    reject?.();
  });
  session.on('shell', (accept, reject) => {
    if (taken) return reject();
    taken = true;
    const channel = opened(accept);
    if (of.menu && pty) openMenu(channel, of.menu, pty);
    else void openTerminal(channel);
  });
  session.on('exec', (accept, reject, { command }) => {
    if (taken || command.length > MAX_COMMAND) return reject();
    taken = true;
    if (pty) void openTerminal(opened(accept), command);
    else if (isSftpServer(command)) openFiles(opened(accept), command);
    else void openStreams(opened(accept), (start) => options.startCommand({ ...start, command }));
  });
  session.on('subsystem', (accept, reject, { name }) => {
    if (taken || name !== 'sftp') return reject();
    taken = true;
    openFiles(opened(accept));
  });

  const openFiles = (channel: ServerChannel, program?: string) =>
    void openStreams(channel, (start) => options.startFiles({ ...start, ...(program === undefined ? {} : { program }) }));

  // Names of assets and people are in it, which others have chosen; another core may let sequences of a terminal into them.
  const telling = (writer: ChannelWriter, stream: 'out' | 'err') => (text: string) => {
    const line = `${plainText(text)}\n`;
    writer.write(stream, Buffer.from(pty ? line.replaceAll('\n', '\r\n') : line));
  };

  /** The right to the target; undefined when there is none, of which the person was told, or they are gone. */
  async function authorized(channel: ServerChannel, writer: ChannelWriter, stream: 'out' | 'err'): Promise<SessionGrant | undefined> {
    const tell = telling(writer, stream);
    try {
      await freezer?.thawed(over);
      return await askGrant(channel, { opens, language: languageOf(language), tell, terminal: pty !== undefined, ...asking });
    } catch (error) {
      tell(refusalText(error, languageOf(language)));
      void leave(channel, writer, { code: null, signal: null }, NOT_RUN);
      return undefined;
    }
  }

  const startOf = (grant: SessionGrant) =>
    ({
      grant,
      size: pty ?? { cols: 80, rows: 24 },
      remoteAddr: ip,
      loginFrom: 'ST',
      language: languageOf(language),
      shared: over,
      wishes,
    }) as const;
  const began = (session: TerminalSession): void => {
    terminal = session;
    keep(session);
  };

  async function openTerminal(channel: ServerChannel, command?: string): Promise<void> {
    const writer = createChannelWriter(channel, () => terminal?.drained());
    const announced = options.announcement();
    // Programs read the rest: a shell without a terminal, a command on one.
    if (pty && command === undefined && announced !== '') telling(writer, 'out')(announced);
    const grant = await authorized(channel, writer, 'out');
    if (!grant) return;
    const { end, exit } = await terminalOn(channel, writer, { ...startOf(grant), command }, options.startTerminal, began, freezer);
    if (end.reason !== 'target_closed') writer.write('out', Buffer.from(`\r\n${endLine(end, languageOf(language))}\r\n`));
    channel.resume();
    void leave(channel, writer, exit, command !== undefined && REFUSED.has(end.reason) ? NOT_ALLOWED : NOT_RUN);
  }

  /** The menu on a channel; what is opened from it runs there, each time as a session of its own. */
  function openMenu(channel: ServerChannel, { user, ended, to }: MenuOf, size: Size): void {
    const writer = createChannelWriter(channel, () => terminal?.drained());
    const tell = telling(writer, 'out');
    waiting.add(channel);
    channel.once('close', () => waiting.delete(channel));
    const menu = menuOn(
      channel,
      writer,
      {
        user,
        ended,
        size,
        language: languageOf(language),
        plain: simple,
        async run(target, words) {
          const grant = await askGrant(channel, { opens: to(target), language: words, tell, terminal: true, ...asking });
          if (!grant) return undefined;
          const { end } = await terminalOn(channel, writer, { ...startOf(grant), language: words }, options.startTerminal, began);
          terminal = menu;
          return end.reason === 'target_closed' ? undefined : endLine(end, words);
        },
        done: () => void leave(channel, writer, { code: 0, signal: null }, 0),
      },
      options,
    );
    terminal = menu;
  }

  async function openStreams(channel: ServerChannel, begin: (start: StreamStart) => StreamSession): Promise<void> {
    const writer = createChannelWriter(channel, () => running?.drained());
    const grant = await authorized(channel, writer, 'err');
    if (!grant) return;
    const place = freezer?.join(channel);
    const client: StreamClient = {
      output: (bytes) => writer.write('out', bytes),
      error: (bytes) => writer.write('err', bytes),
      resumeInput() {
        if (!place?.frozen()) channel.resume();
      },
      finish(end, exit, refused) {
        // A rule is named by what it refused, the lack of a right by itself.
        const text = refused !== null && end.reason === 'rule_refused' ? notAllowed(refused, language) : endLine(end, languageOf(language));
        if (end.reason !== 'target_closed') writer.write('err', Buffer.from(`${text}\n`));
        void leave(channel, writer, exit, refused === null ? NOT_RUN : NOT_ALLOWED);
      },
    };
    const started = begin({ grant, client, remoteAddr: ip, loginFrom: 'ST', shared: over, wishes, language: languageOf(language) });
    running = started;
    keep(started);
    void started.done.catch(() => undefined).finally(() => place?.leave());
    channel.on('data', (bytes: Buffer) => {
      if (!started.input(bytes)) channel.pause();
    });
    if (place?.frozen()) channel.pause();
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

/** A channel that ends in an error closes as well, which is heard of; nobody else has to. */
function opened(accept: () => ServerChannel): ServerChannel {
  const channel = accept();
  channel.on('error', () => undefined);
  return channel;
}

const bounded = (value: number | undefined, fallback: number): number => (value && value > 0 ? Math.min(value, 1000) : fallback);

const notAllowed = ({ what, review }: Refused, language: string): string =>
  render(MESSAGES[review ? 'command_unasked' : 'command_rejected'], languageOf(language), { command: what.slice(0, 128) });
