import { createSocket, type Socket } from 'node:dgram';
import { guardedAddress } from '../../platform/outbound/guarded-address.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { type RadiusConfig, type RadiusServer, serverName } from './config.ts';
import { type Answer, readAnswer } from './packet.ts';

/** Why nothing came of asking; codes for the log and for tests of the settings. */
export class RadiusError extends Error {
  readonly code: 'not_set' | 'blocked' | 'unreachable' | 'silent' | 'unsigned' | 'unproven' | 'busy';
  constructor(code: RadiusError['code'], detail = '', cause?: unknown) {
    super([code, detail].filter(Boolean).join(' '), { cause });
    this.code = code;
  }
}

/** A request as it goes out, and what its answer is held against. */
export interface Question {
  id: number;
  authenticator: Buffer;
  /** The request, once it is known from which address of ours it goes out. */
  packet(local: string): Buffer;
}

/** Milliseconds for which a server that said nothing is asked after the others. */
const REST_MS = 60_000;
/** Milliseconds after which no further server is begun with. */
const LIMIT_MS = 30_000;
const silentSince = new Map<string, number>();

/** Those that answered of late come first. */
function inOrder(servers: readonly RadiusServer[], now: number): RadiusServer[] {
  const rests = (server: RadiusServer): number => Number(now - (silentSince.get(serverName(server)) ?? Number.NEGATIVE_INFINITY) < REST_MS);
  return servers.toSorted((a, b) => rests(a) - rests(b));
}

const opened = (socket: Socket, port: number, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.connect(port, address, () => resolve(void socket.off('error', reject)));
  });

/**
 * Asks one server, again after each wait, and takes the first answer that holds. The socket is connected, so that only datagrams of this server
 * arrive, and lives for one question, so that the port is another each time. What does not hold is passed over: whoever forges answers must not be able to end a login.
 * @throws RadiusError
 */
export async function askServer(
  config: RadiusConfig,
  server: RadiusServer,
  allow: readonly string[],
  { id, authenticator, packet }: Question,
): Promise<Answer> {
  const name = serverName(server);
  const found = await guardedAddress(server.host, { allow, named: true }).catch((error: unknown) => {
    if (error instanceof OutboundError && error.why === 'blocked') throw new RadiusError('blocked', name, error);
    throw new RadiusError('unreachable', name, error);
  });
  const socket = createSocket(found.family === 6 ? 'udp6' : 'udp4');
  try {
    await opened(socket, server.port, found.address).catch((error: unknown) => {
      throw new RadiusError('unreachable', name, error);
    });
    const sent = packet(socket.address().address);
    return await new Promise<Answer>((resolve, reject) => {
      let unsigned = false;
      let left = config.retries;
      let timer: NodeJS.Timeout | undefined;
      const end = (act: () => void): void => {
        clearTimeout(timer);
        act();
      };
      const send = (): void => {
        // A port that nobody listens at is told of by some systems, and not at once: the wait decides.
        socket.send(sent, () => undefined);
        timer = setTimeout(() => {
          if (left-- > 0) send();
          else reject(new RadiusError(unsigned ? 'unsigned' : 'silent', name));
        }, config.waitMs);
      };
      socket.on('error', () => undefined);
      socket.on('message', (datagram) => {
        const answer = readAnswer(datagram, { id, authenticator }, config.secret);
        if (answer === 'unsigned') unsigned = true;
        else if (answer) end(() => resolve(answer));
      });
      send();
    });
  } finally {
    socket.close();
  }
}

/** Asks one server after the other, until one answers. @returns which one did, too. @throws RadiusError of the last one */
export async function ask(
  config: RadiusConfig,
  allow: readonly string[],
  question: Question,
): Promise<{ answer: Answer; server: RadiusServer }> {
  let last: unknown = new RadiusError('not_set');
  const start = Date.now();
  for (const server of inOrder(config.servers, start)) {
    // Somebody waits before a page.
    if (Date.now() - start > LIMIT_MS) break;
    const name = serverName(server);
    try {
      const answer = await askServer(config, server, allow, question);
      silentSince.delete(name);
      return { answer, server };
    } catch (error) {
      if (!(error instanceof RadiusError)) throw error;
      silentSince.set(name, Date.now());
      last = error;
    }
  }
  throw last;
}
