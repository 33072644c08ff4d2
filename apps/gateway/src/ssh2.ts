import { createRequire, registerHooks } from 'node:module';
import type ssh2Types from 'ssh2';

/**
 * ssh2, with OpenSSH's bound on packets. The library takes a packet of more than 35,000 bytes for a broken stream, which
 * RFC 4253 §6.1 allows; but an OpenSSH server answers input on a terminal without echo by an SSH_MSG_IGNORE as long as
 * what it handed to the program (channels.c, "simulate echo"), so a large paste ends the connection. OpenSSH itself takes
 * 256 KiB (packet.c, PACKET_MAX_SIZE). All of the gateway imports ssh2 from here.
 */
const LIBRARY_BOUND = 'const MAX_PACKET_SIZE = 35000;';
const OUR_BOUND = `const MAX_PACKET_SIZE = ${256 * 1024};`;
const FILE = '/ssh2/lib/protocol/crypto.js';

const hooks = registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(FILE)) return loaded;
    const source = String(loaded.source ?? '');
    if (!source.includes(LIBRARY_BOUND)) throw new Error('ssh2 has changed its packet bound; look at apps/gateway/src/ssh2.ts');
    return { ...loaded, source: source.replace(LIBRARY_BOUND, OUR_BOUND) };
  },
});
export const ssh2 = createRequire(import.meta.url)('ssh2') as typeof ssh2Types;
hooks.deregister();
