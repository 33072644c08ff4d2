import type { Duplex } from 'node:stream';
import type { ConnectionSecret } from '@postern/contract/component';
import type { Client, ClientChannel } from 'ssh2';
import { type Charset, charsetName, charsetOf } from '../../connect/charset.ts';
import {
  type CommandDriver,
  type CommandEvents,
  type DriverContext,
  type ProtocolDriver,
  type ProtocolDrivers,
  SessionRefusal,
  type Size,
  type Target,
  type TargetCommand,
  type TargetEvents,
  type TargetExit,
} from '../driver.ts';
import { connectHop, type Hop, isCut } from './connect.ts';
import { passGateway } from '../../connect/domain-gateways.ts';

const TERM = 'xterm-256color';

/** SSH with an interactive shell, or one command on a terminal (RFC 4254 §6). */
const terminal: ProtocolDriver = async (grant, size, events, context) => {
  const charset = charsetFor(grant.secret);
  const { client, leave, lost } = await login(grant.secret, context);
  return carryTerminal(await opened(openTerminal(client, size, context.command), leave), { leave, lost }, charset, events);
};

/** SSH with one command and no terminal: bytes pass as they are, whatever the charset. */
const command: CommandDriver = async (grant, line, events, context) => {
  const { client, leave, lost } = await login(grant.secret, context);
  return carryCommand(await opened(openCommand(client, line), leave), { leave, lost }, events);
};

export const ssh: ProtocolDrivers = { terminal, command };

interface Login {
  client: Client;
  /** Ends the connection and those it goes through. */
  leave(): void;
  /** Whether the connection to the target broke. */
  lost(): boolean;
}

type Way = Pick<Login, 'leave' | 'lost'>;

async function login(secret: ConnectionSecret, context: DriverContext): Promise<Login> {
  const clients: Client[] = [];
  const leave = () => {
    for (const client of clients.toReversed()) client.end();
  };
  try {
    const through = await openThrough(secret, context, clients);
    const client = await connectHop(targetHop(secret), context, through);
    clients.push(client);
    return { client, leave, lost: () => isCut(client) };
  } catch (error) {
    leave();
    throw error;
  }
}

async function opened(channel: Promise<ClientChannel>, leave: () => void): Promise<ClientChannel> {
  try {
    return await channel;
  } catch (error) {
    leave();
    throw error;
  }
}

function targetHop(secret: ConnectionSecret): Hop {
  return {
    asset: secret.asset.id,
    address: secret.asset.address,
    port: portOf(secret.asset.protocols, secret.protocol),
    account: secret.account,
    pinned: secret.host_keys ?? [],
    device: secret.platform.category.value === 'device',
  };
}

const portOf = (protocols: readonly { name: string; port: number }[], name: string): number =>
  protocols.find((protocol) => protocol.name === name)?.port ?? 22;

/** The way into the asset's domain, when it has one. */
async function openThrough(secret: ConnectionSecret, context: DriverContext, clients: Client[]): Promise<Duplex | undefined> {
  if (!secret.gateway) return undefined;
  const target = { address: secret.asset.address, port: portOf(secret.asset.protocols, secret.protocol) };
  const gateways = [secret.gateway, ...(secret.more_gateways ?? [])];
  const { client, stream } = await passGateway(gateways, secret.domain?.name ?? '', target, context);
  clients.push(client);
  return stream;
}

function charsetFor(secret: ConnectionSecret): Charset {
  const name = charsetName(secret);
  const make = charsetOf(name);
  if (!make) throw new SessionRefusal('protocol_error', { detail: `charset ${name}` });
  return make();
}

function openTerminal(client: Client, size: Size, line: string | undefined): Promise<ClientChannel> {
  const pty = { term: TERM, cols: size.cols, rows: size.rows, width: 0, height: 0 };
  return openChannel((done) => (line === undefined ? client.shell(pty, done) : client.exec(line, { pty }, done)));
}

const openCommand = (client: Client, line: string): Promise<ClientChannel> => openChannel((done) => client.exec(line, done));

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
function carry(channel: ClientChannel, { leave, lost }: Way, events: TargetEvents, last: () => void): Omit<Target, 'write' | 'resize'> {
  channel.on('drain', () => events.onDrain());
  channel.on('error', () => channel.close());
  channel.once('close', (code?: number | null, signal?: string) => {
    const exit: TargetExit = { code: code ?? null, signal: signal ?? null };
    if (exit.code === null && exit.signal === null && lost()) exit.lost = true;
    last();
    leave();
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
      leave();
    },
  };
}

function carryTerminal(channel: ClientChannel, way: Way, charset: Charset, events: TargetEvents): Target {
  const take = (bytes: Buffer) => {
    const decoded = charset.decode(bytes);
    if (decoded.length > 0) events.onData(decoded);
  };
  channel.on('data', take);
  // A terminal has no separate stderr, but an unread one would hold back the close.
  channel.stderr.on('data', take);
  return {
    ...carry(channel, way, events, () => {
      const rest = charset.finish();
      if (rest.length > 0) events.onData(rest);
    }),
    write: (bytes) => {
      if (channel.writable) channel.write(charset.encode(bytes));
    },
    resize: ({ cols, rows }) => channel.setWindow(rows, cols, 0, 0),
  };
}

function carryCommand(channel: ClientChannel, way: Way, events: CommandEvents): TargetCommand {
  // 'close' waits for the end of stdout only; the last bytes of stderr must not come after it.
  const errors = new Promise<void>((resolve) => channel.stderr.once('end', resolve));
  const base = carry(channel, way, { ...events, onEnd: (exit) => void errors.then(() => events.onEnd(exit)) }, () => undefined);
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
