import type { Client, ClientChannel } from 'ssh2';

/** Bytes on their way into a terminal: below our bound on packets (ssh2.ts), above what OpenSSH lets pass before it gives room again (96 KiB). */
const ON_THE_WAY = 192 * 1024;

/**
 * Keeps less on its way into a terminal than an OpenSSH server would take. It answers what it handed to a program in one go, without echo, by an
 * SSH_MSG_IGNORE of that length (channels.c, "simulate echo"): up to its window of 2 MiB on a busy machine, which ends the connection, with
 * OpenSSH's own client as well. Servers of others do not answer so, and may give room only when half of a large window is used.
 */
export function boundInput(client: Client, channel: ClientChannel): void {
  const { _remoteVer: software = '' } = client as unknown as { _remoteVer?: string };
  const { outgoing } = channel as unknown as { outgoing: { window: number } };
  if (software.startsWith('OpenSSH')) outgoing.window = Math.min(outgoing.window, ON_THE_WAY);
}
