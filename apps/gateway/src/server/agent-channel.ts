import type { Channel, Connection } from 'ssh2';

/** Milliseconds a client may take to reach the agent. */
const AGENT_MS = 10_000;
/** The library counts with these, whatever was announced. */
const CHANNEL_WINDOW = 2 * 1024 * 1024;
const CHANNEL_PACKET = 32 * 1024;

/** What the library has of OpenSSH's agent channels on the server's side: the packet, but no call that sends it. */
interface Inside {
  _chanMgr: { add(opened: Opened): number };
  _protocol: { openssh_authAgent(channel: number, window: number, packet: number): void };
}
type Opened = ((error: Error | undefined, channel: Channel) => void) & { type: string };

/** Opens a channel to the agent of a client that asked for it to be forwarded (OpenSSH's file PROTOCOL; draft-ietf-sshm-ssh-agent §5). */
export function openAgentChannel(connection: Connection): Promise<Channel> {
  const { _chanMgr: channels, _protocol: protocol } = connection as unknown as Inside;
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('ETIMEDOUT')), AGENT_MS);
    let given = false;
    const opened = (error: Error | undefined, channel: Channel) => {
      clearTimeout(late);
      if (error) reject(error);
      else if (given) channel.close();
      else resolve(channel);
      given = true;
    };
    const id = channels.add(Object.assign(opened, { type: 'auth-agent@openssh.com' }));
    if (id === -1) return opened(new Error('no free channel'), undefined as unknown as Channel);
    protocol.openssh_authAgent(id, CHANNEL_WINDOW, CHANNEL_PACKET);
  });
}
