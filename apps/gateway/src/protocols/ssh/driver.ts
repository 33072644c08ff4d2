import type { Duplex } from 'node:stream';
import type { ConnectionSecret } from '@postern/contract/component';
import type { Client, ClientChannel } from 'ssh2';
import { type Charset, charsetOf } from '../../sessions/charset.ts';
import { type DriverContext, type ProtocolDriver, SessionRefusal, type Target, type TargetEvents } from '../../sessions/target.ts';
import { connectHop, type Hop } from './connect.ts';

const TERM = 'xterm-256color';

/** SSH with an interactive shell (RFC 4254 §6). */
export const ssh: ProtocolDriver = async (grant, size, events, context) => {
  const { secret } = grant;
  const charset = charsetFor(secret);
  const clients: Client[] = [];
  try {
    const through = secret.gateway ? await openThrough(secret, context, clients) : undefined;
    const client = await connectHop(targetHop(secret), context, through);
    clients.push(client);
    const channel = await openShell(client, size);
    return carry(channel, clients, charset, events);
  } catch (error) {
    for (const client of clients) client.end();
    throw error;
  }
};

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

/** Opens a stream to the target inside a connection to the domain's gateway, which has its own login and its own pinned key. */
async function openThrough(secret: ConnectionSecret, context: DriverContext, clients: Client[]): Promise<Duplex> {
  const gateway = secret.gateway as NonNullable<ConnectionSecret['gateway']>; // the caller checked it
  const hop: Hop = {
    asset: gateway.id,
    address: gateway.address,
    port: portOf(gateway.protocols, 'ssh'),
    account: gateway.account,
    pinned: gateway.host_keys ?? [],
    device: false,
  };
  const client = await connectHop(hop, context);
  clients.push(client);
  const { address } = secret.asset;
  const port = portOf(secret.asset.protocols, secret.protocol);
  return new Promise((resolve, reject) => {
    client.forwardOut('127.0.0.1', 0, address, port, (error, stream) => {
      if (error)
        reject(new SessionRefusal('target_unreachable', { address: `${address}:${port}`, detail: error.message.slice(0, 200) }, error));
      else resolve(stream);
    });
  });
}

function charsetFor(secret: ConnectionSecret): Charset {
  const chosen = secret.connect_options.charset;
  const name = typeof chosen === 'string' && chosen !== '' && chosen !== 'default' ? chosen : secret.platform.charset.value;
  const make = charsetOf(name);
  if (!make) throw new SessionRefusal('protocol_error', { detail: `charset ${name}` });
  return make();
}

function openShell(client: Client, size: { cols: number; rows: number }): Promise<ClientChannel> {
  return new Promise((resolve, reject) => {
    client.shell({ term: TERM, cols: size.cols, rows: size.rows, width: 0, height: 0 }, (error, channel) => {
      if (error) reject(new SessionRefusal('protocol_error', { detail: error.message.slice(0, 200) }, error));
      else resolve(channel);
    });
  });
}

function carry(channel: ClientChannel, clients: Client[], charset: Charset, events: TargetEvents): Target {
  let ended = false;
  const leave = () => {
    for (const client of clients.toReversed()) client.end();
  };
  channel.on('data', (bytes: Buffer) => {
    const decoded = charset.decode(bytes);
    if (decoded.length > 0) events.onData(decoded);
  });
  // A terminal has no separate stderr, but an unread one would hold back the close.
  channel.stderr.on('data', (bytes: Buffer) => events.onData(charset.decode(bytes)));
  channel.on('drain', () => events.onDrain());
  channel.on('error', () => channel.close());
  // 'close' comes after 'end', that is after the last byte was read, even when we paused; 'exit' comes before and must not end anything.
  channel.once('close', () => {
    if (ended) return;
    ended = true;
    const rest = charset.finish();
    if (rest.length > 0) events.onData(rest);
    leave();
    events.onEnd();
  });
  return {
    write: (bytes) => {
      if (channel.writable) channel.write(charset.encode(bytes));
    },
    writable: () => !channel.writableNeedDrain,
    resize: ({ cols, rows }) => channel.setWindow(rows, cols, 0, 0),
    pause: () => channel.pause(),
    resume: () => channel.resume(),
    close: () => {
      channel.resume();
      channel.close();
      leave();
    },
  };
}
