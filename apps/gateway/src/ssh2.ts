import { createRequire, registerHooks } from 'node:module';
import type ssh2Types from 'ssh2';

/** A place in the library that is other than we need it. */
interface Change {
  file: string;
  from: string;
  to: string;
}

/**
 * OpenSSH's bound on packets. The library takes a packet of more than 35,000 bytes for a broken stream, which RFC 4253 §6.1 allows; but an OpenSSH server
 * answers input on a terminal without echo by an SSH_MSG_IGNORE as long as what it handed to the program (channels.c, "simulate echo"), so a large paste
 * ends the connection. OpenSSH itself takes 256 KiB (packet.c, PACKET_MAX_SIZE).
 */
const PACKETS: Change = {
  file: '/ssh2/lib/protocol/crypto.js',
  from: 'const MAX_PACKET_SIZE = 35000;',
  to: `const MAX_PACKET_SIZE = ${256 * 1024};`,
};

/** Why a channel is refused: the message has a place for it (RFC 4254 §5.1), which the library leaves empty. */
const WORDS: readonly Change[] = [
  {
    file: '/ssh2/lib/server.js',
    from: 'let accept;\n          const reject = () => {',
    to: 'let accept;\n          const reject = (why, code) => {\n            if (typeof code === "number" && reason === undefined) reason = code;',
  },
  {
    file: '/ssh2/lib/server.js',
    from: "proto.channelOpenFail(info.sender, reason, '');\n          };\n          const reserveChannel",
    to: 'proto.channelOpenFail(info.sender, reason, typeof why === "string" ? why : "");\n          };\n          const reserveChannel',
  },
];

/**
 * What a connection is told that has no channel to be told on: a remark (RFC 4253 §11.3), why it ends (§11.1), and something during the login (RFC 4252 §5.4).
 * The library has no place for either of them but for a banner that everybody gets.
 */
const LAST_WORDS: readonly Change[] = [
  {
    file: '/ssh2/lib/server.js',
    from: 'end() {\n    if (this._sock && isWritable(this._sock)) {\n      this._protocol.disconnect(DISCONNECT_REASON.BY_APPLICATION);',
    to: 'end(why) {\n    if (this._sock && isWritable(this._sock)) {\n      this._protocol.disconnect(DISCONNECT_REASON.BY_APPLICATION, why);',
  },
  {
    file: '/ssh2/lib/protocol/Protocol.js',
    from: 'disconnect(reason) {\n    const pktLen = 1 + 4 + 4 + 4;',
    to: `told(head, words) {
    const bytes = Buffer.byteLength(words);
    let p = this._packetRW.write.allocStart;
    const packet = this._packetRW.write.alloc(head.length + 4 + bytes + 4);
    for (const byte of head) packet[p++] = byte;
    writeUInt32BE(packet, bytes, p);
    packet.write(words, p += 4);
    writeUInt32BE(packet, 0, p + bytes);
    sendPacket(this, this._packetRW.write.finalize(packet));
  }
  disconnect(reason, why = '') {
    const pktLen = 1 + 4 + 4 + Buffer.byteLength(why) + 4;`,
  },
  {
    file: '/ssh2/lib/protocol/Protocol.js',
    from: 'packet.fill(0, p += 4, end);\n\n    this._debug && this._debug(`Outbound: Sending DISCONNECT',
    to: 'packet.fill(0, p += 4, end);\n    writeUInt32BE(packet, Buffer.byteLength(why), p);\n    packet.write(why, p + 4);\n\n    this._debug && this._debug(`Outbound: Sending DISCONNECT',
  },
];

const CHANGES = [PACKETS, ...WORDS, ...LAST_WORDS];

/** ssh2 with our changes. All of the gateway imports it from here. */
const hooks = registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const due = CHANGES.filter(({ file }) => url.endsWith(file));
    if (due.length === 0) return loaded;
    let source = String(loaded.source ?? '');
    for (const { file, from, to } of due) {
      if (!source.includes(from)) throw new Error(`ssh2 has changed ${file}; look at apps/gateway/src/ssh2.ts`);
      source = source.replace(from, () => to);
    }
    return { ...loaded, source };
  },
});
export const ssh2 = createRequire(import.meta.url)('ssh2') as typeof ssh2Types;
hooks.deregister();

/** RFC 4254 §5.1 */
const OPEN_FAILURE = { prohibited: 1, unreachable: 2 } as const;
const MAX_WORDS = 256;

/** Clients show it without its escapes, and most of them nothing but ASCII. */
const inWords = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_WORDS);

/** Refuses a channel that a client opens, and says why. */
export function refuseChannel(reject: () => void, kind: keyof typeof OPEN_FAILURE, why: string): void {
  (reject as (why: string, code: number) => void)(inWords(why), OPEN_FAILURE[kind]);
}

/** @param head the message without its text: a byte that says which it is, and what comes before the text */
function tell(connection: ssh2Types.Connection, head: readonly number[], words: string): void {
  (connection as unknown as { _protocol: { told(head: readonly number[], words: string): void } })._protocol.told(head, words);
}

/** SSH_MSG_DEBUG, always to be displayed. */
const REMARK = [4, 1] as const;
/** SSH_MSG_USERAUTH_BANNER */
const BANNER = [53] as const;

/** Says something to whoever has a client's log in view: OpenSSH shows it from `-v` on, PuTTY in its event log. */
export const remark = (connection: ssh2Types.Connection, text: string): void => tell(connection, REMARK, inWords(text));

/** Says something to whoever is logging in: clients show it while they are not in yet, by whatever method they try. */
export const banner = (connection: ssh2Types.Connection, text: string): void => tell(connection, BANNER, `${inWords(text)}\r\n`);

/** Ends a connection, and says why: OpenSSH shows it as "Received disconnect from …". */
export function disconnect(connection: ssh2Types.Connection, why: string): void {
  (connection.end as (why: string) => void).call(connection, inWords(why));
}
