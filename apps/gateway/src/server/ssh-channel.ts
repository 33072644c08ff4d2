import { CoreError } from '@postern/client/component-request';
import { languageOf, render } from '@postern/contract/text';
import type { PseudoTtyInfo, ServerChannel, Session } from 'ssh2';
import type { SessionGrant } from '../authorize/grant.ts';
import type { GrantSource } from '../authorize/grant-source.ts';
import { TargetRefused } from '../authorize/person-target.ts';
import type { CommandStart } from '../carry/command-session.ts';
import type { FileStart } from '../carry/file-session.ts';
import type { StreamClient, StreamSession, StreamStart } from '../carry/stream-session.ts';
import type { TerminalClient, TerminalSession, TerminalStart } from '../carry/terminal-session.ts';
import { END_TEXTS, MESSAGES } from '../messages.ts';
import { SessionRefusal } from '../pipeline/refusal.ts';
import type { LiveSession } from '../pipeline/session-services.ts';
import type { SessionEnd } from '../pipeline/session-state.ts';
import { isSftpServer } from '../policy/file-rights.ts';
import { plainText } from '../policy/plain-text.ts';
import type { Size, TargetExit } from '../protocols/driver.ts';
import { type ChannelWriter, createChannelWriter } from './channel-writer.ts';

const MAX_COMMAND = 64 * 1024;
/** Exit statuses of shells for "may not be run" and "could not be run". */
const NOT_ALLOWED = 126;
const NOT_RUN = 255;
const CTRL_C = 3;
/** Typed while somebody has to approve; more of it is dropped. */
const EARLY_BYTES = 64 * 1024;

/** How sessions begin. */
export interface SessionStarts {
  startTerminal(start: TerminalStart): TerminalSession;
  startCommand(start: CommandStart): StreamSession;
  startFiles(start: FileStart): StreamSession;
}

/** The connection that a channel is of. */
interface ChannelOf {
  opens: GrantSource;
  /** Where the client is. */
  ip: string;
  /** Sessions of the connection. */
  sessions: Set<LiveSession>;
  /** Aborted when it is over. */
  over: AbortSignal;
  /** Channels of the connection whose target is not authorised yet. */
  waiting: Set<object>;
}

/**
 * One channel of somebody who is in: a shell, a command or SFTP. What it runs on is authorised with the first byte that could reach it; while that
 * waits for somebody's approval, Ctrl+C withdraws.
 */
export function serveChannel(session: Session, { opens, ip, sessions, waiting, over }: ChannelOf, options: SessionStarts): void {
  let pty: Size | undefined;
  let language = '';
  let terminal: TerminalSession | undefined;
  let running: StreamSession | undefined;
  let taken = false;

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
    pty = sizeOf(info);
    terminal?.resize(pty);
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
    if (taken) return reject();
    taken = true;
    void openTerminal(accept());
  });
  session.on('exec', (accept, reject, { command }) => {
    if (taken || command.length > MAX_COMMAND) return reject();
    taken = true;
    if (pty) void openTerminal(accept(), command);
    else if (isSftpServer(command)) openFiles(accept(), command);
    else void openStreams(accept(), (start) => options.startCommand({ ...start, command }));
  });
  session.on('subsystem', (accept, reject, { name }) => {
    if (taken || name !== 'sftp') return reject();
    taken = true;
    openFiles(accept());
  });

  const openFiles = (channel: ServerChannel, program?: string) =>
    void openStreams(channel, (start) =>
      options.startFiles({ ...start, language: languageOf(language), ...(program === undefined ? {} : { program }) }),
    );

  /** The right to the target; undefined when there is none, of which the person was told, or they are gone. */
  async function authorized(channel: ServerChannel, writer: ChannelWriter, stream: 'out' | 'err'): Promise<SessionGrant | undefined> {
    const stop = new AbortController();
    const withdraw = () => stop.abort();
    const early: Buffer[] = [];
    let kept = 0;
    const typed = (bytes: Buffer) => {
      if (bytes.includes(CTRL_C)) withdraw();
      if (kept + bytes.length > EARLY_BYTES) return;
      early.push(bytes);
      kept += bytes.length;
    };
    // Names of assets and people are in it, which others have chosen; another core may let sequences of a terminal into them.
    const tell = (text: string) => {
      const line = `${plainText(text)}\n`;
      writer.write(stream, Buffer.from(pty ? line.replaceAll('\n', '\r\n') : line));
    };
    waiting.add(channel);
    channel.once('close', withdraw);
    try {
      const grant = await opens({
        language: languageOf(language),
        notice(key, params) {
          tell(render(MESSAGES[key], languageOf(language), params));
          if (pty && channel.listenerCount('data') === 0) channel.on('data', typed);
        },
        signal: stop.signal,
      });
      return stop.signal.aborted ? undefined : grant;
    } catch (error) {
      tell(refusalText(error, language));
      void leave(channel, writer, { code: null, signal: null }, NOT_RUN);
      return undefined;
    } finally {
      waiting.delete(channel);
      channel.off('close', withdraw);
      if (channel.listenerCount('data') > 0) {
        // What was typed ahead is for the target.
        channel.pause();
        channel.off('data', typed);
        for (const bytes of early.reverse()) channel.unshift(bytes);
      }
    }
  }

  async function openTerminal(channel: ServerChannel, command?: string): Promise<void> {
    const writer = createChannelWriter(channel, () => terminal?.drained());
    const grant = await authorized(channel, writer, 'out');
    if (!grant) return;
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
      shared: over,
    });
    terminal = started;
    keep(started);
    channel.on('data', (bytes: Buffer) => {
      if (!started.input(bytes)) channel.pause();
    });
    channel.resume();
    channel.on('close', () => started.end('client_lost'));
    channel.on('error', () => started.end('client_lost'));
  }

  async function openStreams(channel: ServerChannel, begin: (start: StreamStart) => StreamSession): Promise<void> {
    const writer = createChannelWriter(channel, () => running?.drained());
    const grant = await authorized(channel, writer, 'err');
    if (!grant) return;
    const client: StreamClient = {
      output: (bytes) => writer.write('out', bytes),
      error: (bytes) => writer.write('err', bytes),
      resumeInput: () => channel.resume(),
      finish(end, exit, refused) {
        // A rule is named by what it refused, the lack of a right by itself.
        const text = refused !== null && end.reason === 'rule_refused' ? notAllowed(refused, language) : words(end, language);
        if (end.reason !== 'target_closed') writer.write('err', Buffer.from(`${text}\n`));
        void leave(channel, writer, exit, refused === null ? NOT_RUN : NOT_ALLOWED);
      },
    };
    const started = begin({ grant, client, remoteAddr: ip, loginFrom: 'ST', shared: over });
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

/** Why the target is not opened, in the person's language as far as it is ours to say. */
function refusalText(error: unknown, language: string): string {
  if (error instanceof TargetRefused) return render(MESSAGES[error.key], languageOf(language), error.params);
  if (error instanceof CoreError && error.status >= 400 && error.status < 500 && error.detail !== '') return error.detail;
  if (error instanceof SessionRefusal) return words({ reason: error.reason, params: error.params }, language);
  return words({ reason: 'core_unavailable', params: {} }, language);
}
