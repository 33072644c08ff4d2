import type { Client, ClientChannel } from 'ssh2';
import { type Charset, charsetFor } from '../../connect/charset.ts';
import { switchOf } from '../../connect/switch-user.ts';
import { asSource, switchUser } from '../../connect/switched-terminal.ts';
import { SessionRefusal } from '../../pipeline/refusal.ts';
import type {
  AgentWay,
  CommandEvents,
  Connection,
  Driver,
  Flow,
  RunningCommand,
  Size,
  TargetEvents,
  TargetExit,
  Terminal,
} from '../driver.ts';
import { isAgentRefused, offerAgent } from './agent.ts';
import { forward } from './forward.ts';
import { boundInput } from './input-bound.ts';
import { openTunnels } from './tunnels.ts';
import { openOnTarget, type Upstream } from './upstream.ts';

/** The type of terminal of those whose client names none that is one: a name of terminfo. */
const TERM = 'xterm-256color';
const TERM_NAME = /^[A-Za-z0-9][\w.+-]{0,63}$/;

/** SSH (RFC 4254 §6): a shell, a command on a terminal or without one, and the way to what lies behind. */
export const ssh: Driver = {
  port: 22,
  methods: ['web_cli', 'web_sftp', 'ssh', 'putty'],
  interactive,
  exec: {
    onTerminal,
    plain: (connection, line, events) => withoutTerminal(connection, (client, extras) => openCommand(client, line, extras), events),
  },
  sftp: (connection, events) => withoutTerminal(connection, openSftp, events),
  forward,
  tunnels: openTunnels,
};

/** A shell; that of an account which others are switched to is opened as the account that logs in, and handed over when it is the right one's. */
async function interactive(connection: Connection, size: Size, events: TargetEvents): Promise<Terminal> {
  const plan = switchOf(connection.grant.secret);
  if (!plan) return onTerminal(connection, undefined, size, events);
  // As a program of its own: nobody ever gets a shell of the account that logs in.
  const line = plan.replaces ? plan.line : undefined;
  const open = (on: TargetEvents) => onTerminal(asSource(connection, plan), line, size, on);
  return switchUser(open, plan, plan.replaces, connection, events);
}

async function onTerminal(connection: Connection, command: string | undefined, size: Size, events: TargetEvents): Promise<Terminal> {
  const charset = charsetFor(connection.grant.secret);
  const { opened, upstream } = await openProgram(connection, (client, extras) =>
    openTerminal(client, termOf(connection), size, command, extras),
  );
  return carryTerminal(opened, upstream, charset, events);
}

// Bytes pass as they are, whatever the charset.
async function withoutTerminal(connection: Connection, open: OpenProgram, events: CommandEvents): Promise<RunningCommand> {
  const { opened, upstream } = await openProgram(connection, open);
  return carryCommand(opened, upstream, events);
}

/** What a program on the target gets beside its streams. */
interface Extras {
  agentForward: boolean;
  env: Record<string, string>;
}
type OpenProgram = (client: Client, extras: Extras) => Promise<ClientChannel>;

/** A program that was started, and what takes back the agent that it was offered. */
interface Started {
  channel: ClientChannel;
  withdraw(): void;
}

/** Starts a program, with the agent of the person where it is to be forwarded and the target does that. */
async function openProgram(connection: Connection, open: OpenProgram): Promise<{ opened: ClientChannel; upstream: Upstream }> {
  const { agent } = connection;
  const env = { ...connection.environment };
  const { opened, upstream } = await openOnTarget<Started>(connection, async (client) => {
    if (agent) return openWithAgent(client, agent, env, open);
    return { channel: await open(client, { agentForward: false, env }), withdraw: () => undefined };
  });
  opened.channel.once('close', opened.withdraw);
  return { opened: opened.channel, upstream };
}

async function openWithAgent(client: Client, agent: AgentWay, env: Extras['env'], open: OpenProgram): Promise<Started> {
  const withdraw = offerAgent(client, agent);
  try {
    return { channel: await open(client, { agentForward: true, env }), withdraw };
  } catch (error) {
    withdraw();
    if (!(error instanceof SessionRefusal && isAgentRefused(error))) throw error;
    agent.unavailable();
    return { channel: await open(client, { agentForward: false, env }), withdraw };
  }
}

const termOf = ({ term = '' }: Connection): string => (TERM_NAME.test(term) ? term : TERM);

async function openTerminal(client: Client, term: string, size: Size, line: string | undefined, extras: Extras): Promise<ClientChannel> {
  const pty = { term, cols: size.cols, rows: size.rows, width: 0, height: 0 };
  const channel = await openChannel((done) =>
    line === undefined ? client.shell(pty, extras, done) : client.exec(line, { ...extras, pty }, done),
  );
  boundInput(client, channel);
  return channel;
}

const openCommand = (client: Client, line: string, extras: Extras): Promise<ClientChannel> =>
  openChannel((done) => client.exec(line, extras, done));

const openSftp = (client: Client): Promise<ClientChannel> => openChannel((done) => client.subsys('sftp', done));

function openChannel(open: (done: (error: Error | undefined, channel: ClientChannel) => void) => void): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    open((error, channel) => {
      if (error) reject(new SessionRefusal('protocol_error', { detail: error.message.slice(0, 200) }, error));
      else resolve(channel);
    });
  });
}

/**
 * What terminal and command have in common. 'close' comes after 'end', that is after the last byte was read, even while
 * paused. How the command ended is told with it: a quick target sends that in one piece with the channel's opening, and its 'exit' is over
 * before anybody who waited for the channel could hear it.
 */
function carry(channel: ClientChannel, { disconnect, lost }: Upstream, events: TargetEvents, last: () => void): Omit<Flow, 'write'> {
  channel.on('drain', () => events.onDrain());
  channel.on('error', () => channel.close());
  channel.once('close', (code?: number | null, signal?: string) => {
    const exit: TargetExit = { code: code ?? null, signal: signal ?? null };
    if (exit.code === null && exit.signal === null && lost()) exit.lost = true;
    last();
    disconnect();
    events.onEnd(exit);
  });
  return {
    writable: () => !channel.writableNeedDrain,
    pause: () => {
      channel.pause();
      channel.stderr.pause();
    },
    resume: () => {
      channel.resume();
      channel.stderr.resume();
    },
    close: () => {
      channel.resume();
      channel.stderr.resume();
      channel.close();
      disconnect();
    },
  };
}

function carryTerminal(channel: ClientChannel, upstream: Upstream, charset: Charset, events: TargetEvents): Terminal {
  const take = (bytes: Buffer) => {
    const decoded = charset.decode(bytes);
    if (decoded.length > 0) events.onData(decoded);
  };
  channel.on('data', take);
  // A terminal has no separate stderr, but an unread one would hold back the close.
  channel.stderr.on('data', take);
  return {
    ...carry(channel, upstream, events, () => {
      const rest = charset.finish();
      if (rest.length > 0) events.onData(rest);
    }),
    write: (bytes) => {
      if (channel.writable) channel.write(charset.encode(bytes));
    },
    resize: ({ cols, rows }) => channel.setWindow(rows, cols, 0, 0),
  };
}

function carryCommand(channel: ClientChannel, upstream: Upstream, events: CommandEvents): RunningCommand {
  // 'close' waits for the end of stdout only; the last bytes of stderr must not come after it.
  const errors = new Promise<void>((resolve) => channel.stderr.once('end', resolve));
  const base = carry(channel, upstream, { ...events, onEnd: (exit) => void errors.then(() => events.onEnd(exit)) }, () => undefined);
  channel.on('data', (bytes: Buffer) => events.onData(bytes));
  channel.stderr.on('data', (bytes: Buffer) => events.onError(bytes));
  return {
    ...base,
    write: (bytes) => {
      if (channel.writable) channel.write(bytes);
    },
    end: () => channel.end(),
    signal: (name) => channel.signal(name),
  };
}
