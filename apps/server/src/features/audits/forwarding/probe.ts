import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type Text, text } from '@postern/contract/text';
import { guardedAddress } from '../../../platform/outbound/guarded-address.ts';
import { type Place, serverName } from './place.ts';

/** One thing that a test did. */
export interface Step {
  step: Text;
  ok: boolean;
  detail: string;
  ms: number;
}

export const STEP = {
  resolve: text('Find the address', '解析地址', 'アドレスを調べる'),
  connect: text('Connect', '建立连接', '接続'),
  encrypt: text('Encrypt and check the certificate', '加密并校验证书', '暗号化と証明書の確認'),
  send: text('Send a test event', '发送测试事件', 'テストイベントの送信'),
} as const;

const LIMIT_MS = 10_000;

/** Does a step and writes down how it went. @throws whatever the work threw, once it is written down */
export async function step<T>(steps: Step[], words: Text, why: (error: unknown) => string, work: () => Promise<[T, string]>): Promise<T> {
  const begun = Date.now();
  try {
    const [value, detail] = await work();
    steps.push({ step: words, ok: true, detail, ms: Date.now() - begun });
    return value;
  } catch (error) {
    steps.push({ step: words, ok: false, detail: why(error), ms: Date.now() - begun });
    throw error;
  }
}

function opened<S extends Socket>(socket: S, ready: 'connect' | 'secureConnect'): Promise<S> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(LIMIT_MS, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
    socket.once(ready, () => resolve(socket));
  });
}

function certificateOf(socket: TLSSocket): string {
  const { subject, issuer, valid_to: until } = socket.getPeerCertificate();
  return [socket.getProtocol(), subject?.CN, issuer?.CN && `← ${issuer.CN}`, until].filter(Boolean).join(', ').slice(0, 300);
}

/** Looks at the way to a receiver: its address, whether somebody listens there, and as whom. Sends nothing. */
export async function probe(
  { host, port, tls }: Place,
  { ca, allow, steps, why }: { ca: string; allow: readonly string[]; steps: Step[]; why: (error: unknown) => string },
): Promise<void> {
  const address = await step(steps, STEP.resolve, why, async () => {
    const found = await guardedAddress(host, { allow, named: true });
    return [found.address, found.address];
  });
  const socket = await step(steps, STEP.connect, why, async () => [
    await opened(connect({ host: address, port }), 'connect'),
    `${address}:${port}`,
  ]);
  try {
    if (tls)
      await step(steps, STEP.encrypt, why, async () => {
        const secure = await opened(connectTls({ socket, host: address, ...serverName(host), ...(ca ? { ca } : {}) }), 'secureConnect');
        secure.on('error', () => undefined);
        return [undefined, certificateOf(secure)];
      });
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
