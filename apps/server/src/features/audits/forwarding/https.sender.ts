import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { SendError, type Sender } from './sender.ts';

export interface HttpsReceiver {
  address: string;
  /** Plain; empty for none. */
  token: string;
  ca: string;
}

/** Past it nobody is left alone, whatever they ask for. */
const MAX_PAUSE_MS = 3_600_000;
const LIMIT_MS = 15_000;

/** Seconds, or a date (RFC 9110 section 10.2.3). */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (!header) return undefined;
  const pause = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(pause) ? Math.min(Math.max(pause, 0), MAX_PAUSE_MS) : undefined;
}

/** Events as lines of JSON in one request; taken is what is answered with 2xx. */
export const httpsSender = (outbound: Outbound, { address, token, ca }: HttpsReceiver, limit = LIMIT_MS): Sender => ({
  async send(events) {
    const [first] = events;
    if (!first) return;
    const { status, headers } = await outbound.fetch(address, {
      method: 'POST',
      named: true,
      limit,
      maxBytes: 65_536,
      ...(ca ? { ca } : {}),
      headers: {
        'content-type': 'application/x-ndjson',
        // The same batch again has the same key (draft-ietf-httpapi-idempotency-key-header).
        'idempotency-key': `${first.log}-${first.seq}-${events.at(-1)?.seq}`,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: events.map(({ line }) => `${line}\n`).join(''),
    });
    if (status >= 200 && status < 300) return;
    const pause = retryAfter(headers['retry-after'], Date.now());
    throw new SendError(`HTTP ${status}`, { ...(pause === undefined ? {} : { pause }), tooMuch: status === 413 });
  },
});
