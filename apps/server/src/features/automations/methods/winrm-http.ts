import { createHash, X509Certificate } from 'node:crypto';
import { Agent, request } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { Refusal } from '../refusal.ts';
import { LIMITS, type Reach } from './method.ts';

/** One HTTP connection to one machine, and never a second one: NTLM holds for the connection it was made on. */

const MAX_BODY = 1024 * 1024;

export interface HttpAnswer {
  status: number;
  /** What the machine offers for logging in. */
  offers: readonly string[];
  type: string;
  body: Buffer;
}

export interface WinrmTransport {
  secure: boolean;
  /** Hash of the certificate, over TLS, as a login is tied to it. */
  certificate?: Buffer;
  /** @throws Refusal `interrupted` or `timeout`: then nobody knows what the machine has heard */
  post(body: Buffer, headers: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  close(): void;
}

/** What Node's HTTP client asks of a socket and a channel through a gateway has not. */
function socketLike(stream: Duplex): Duplex {
  const nothing = (): Duplex => stream;
  for (const name of ['setKeepAlive', 'setNoDelay', 'setTimeout', 'ref', 'unref'] as const)
    if (!(name in stream)) Object.assign(stream, { [name]: nothing });
  return stream;
}

/**
 * TLS over the stream. Most machines have certificates of their own making: the first one that is seen is pinned like a host
 * key. Where an authority vouched for the first one, that is what is pinned, and certificates may be renewed.
 * @throws Refusal `host_key_changed`, `unreachable` or `timeout`
 */
function secured(stream: Duplex, reach: Reach): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      socket: stream,
      rejectUnauthorized: false,
      ...(isIP(reach.address) ? {} : { servername: reach.address }),
      host: reach.address,
    });
    const fail = (refusal: Refusal): void => {
      clearTimeout(timer);
      socket.destroy();
      stream.destroy();
      reject(refusal);
    };
    const timer = setTimeout(() => fail(new Refusal('timeout', { address: reach.name })), LIMITS.login);
    const broken = (error: Error & { code?: string }): void =>
      fail(new Refusal('unreachable', { address: reach.name, detail: error.code ?? 'TLS' }, error));
    socket.once('error', broken);
    socket.once('secureConnect', () => {
      const { fingerprint256, raw } = socket.getPeerCertificate();
      if (!raw) return fail(new Refusal('unreachable', { address: reach.name, detail: 'TLS' }));
      const own = `SHA256:${Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64').replace(/=+$/, '')}`;
      return reach.trust('x509', socket.authorized ? 'authority' : own).then(
        (trusted) => {
          if (!trusted) return fail(new Refusal('host_key_changed', { address: reach.name }));
          clearTimeout(timer);
          socket.off('error', broken);
          socket.on('error', () => undefined);
          return resolve(socket);
        },
        (error: Error) => broken(error),
      );
    });
  });
}

/** By the hash of its own signature, by SHA-256 where that is a weaker one (RFC 5929 §4.1); not at all where it tells none. */
function endPointHash(raw: Buffer): Buffer | undefined {
  const [, name = ''] = /(sha1|md5|sha256|sha384|sha512)/i.exec(new X509Certificate(raw).signatureAlgorithm ?? '') ?? [];
  const hash = /^(sha384|sha512)$/i.test(name) ? name.toLowerCase() : 'sha256';
  return name === '' ? undefined : createHash(hash).update(raw).digest();
}

/** Sends one request and reads its answer, bounded in size and time. */
function exchange(agent: Agent, reach: Reach, body: Buffer, headers: Readonly<Record<string, string>>): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const address = reach.name;
    const sent = request({
      agent,
      method: 'POST',
      path: '/wsman',
      host: reach.address,
      port: reach.port,
      headers: { 'user-agent': 'Postern', connection: 'keep-alive', 'content-length': String(body.length), ...headers },
    });
    const timer = setTimeout(() => sent.destroy(new Refusal('timeout', { address })), LIMITS.command);
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error instanceof Refusal ? error : new Refusal('interrupted', { address }, error));
    };
    sent.once('error', fail);
    sent.once('response', (answer) => {
      const parts: Buffer[] = [];
      let size = 0;
      answer.on('data', (bytes: Buffer) => {
        size += bytes.length;
        if (size > MAX_BODY) answer.destroy(new Error('too long'));
        else parts.push(bytes);
      });
      answer.once('error', fail);
      answer.once('end', () => {
        clearTimeout(timer);
        const offers = (answer.headersDistinct['www-authenticate'] ?? []).flatMap((line) => line.split(/,\s*/));
        const type = answer.headers['content-type'] ?? '';
        resolve({ status: answer.statusCode ?? 0, offers, type, body: Buffer.concat(parts) });
      });
    });
    sent.end(body);
  });
}

/** Opens the connection: with TLS where the platform says so for WinRM. */
export async function openTransport(reach: Reach): Promise<WinrmTransport> {
  const stream = await reach.dial();
  const secure = reach.protocol.setting.use_ssl === true;
  const socket = secure ? await secured(stream, reach) : undefined;
  const carrier = socket ?? socketLike(stream);
  carrier.on('error', () => undefined);
  let used = false;
  const agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), {
    createConnection(_options: unknown, done?: (error: Error | null, stream: Duplex) => void) {
      if (!used) {
        used = true;
        return carrier;
      }
      // Told by the callback: the agent asks from within an event, where nobody would catch what is thrown.
      done?.(new Refusal('interrupted', { address: reach.name }), carrier);
      return undefined;
    },
  });
  const raw = socket?.getPeerCertificate().raw;
  const certificate = raw && endPointHash(raw);
  return {
    secure,
    ...(certificate ? { certificate } : {}),
    post: (body, headers) => exchange(agent, reach, body, headers),
    close() {
      agent.destroy();
      carrier.destroy();
      stream.destroy();
    },
  };
}
