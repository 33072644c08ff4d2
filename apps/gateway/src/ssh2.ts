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

const CHANGES = [PACKETS, ...WORDS];

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

/** Refuses a channel that a client opens, and says why. Clients show it without its escapes, and most of them nothing but ASCII. */
export function refuseChannel(reject: () => void, kind: keyof typeof OPEN_FAILURE, why: string): void {
  const words = why.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_WORDS);
  (reject as (why: string, code: number) => void)(words, OPEN_FAILURE[kind]);
}
