import { isRecord } from '@postern/contract/wire';
import type { OutboundRequest } from '../../platform/outbound/outbound.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { SmsTools } from './backend.ts';
import { SmsRefusal } from './refusal.ts';

/** Milliseconds for one message. */
export const LIMIT_MS = 10_000;
const MAX_ANSWER = 65_536;

/** What reaching out came to, in the words of a text message. */
export function unreached(error: unknown): SmsRefusal {
  if (error instanceof SmsRefusal) return error;
  if (!(error instanceof OutboundError)) return new SmsRefusal('unreachable', '', error);
  if (error.why === 'untrusted') return new SmsRefusal('no_trust', '', error);
  if (error.why === 'timeout') return new SmsRefusal('too_slow', '', error);
  if (error.why === 'too_large') return new SmsRefusal('unreadable', '', error);
  return new SmsRefusal(error.why === 'blocked' || error.why === 'redirect' ? 'blocked' : 'unreachable', '', error);
}

/** Asks a place that an administrator named. @throws SmsRefusal */
export async function ask(
  { outbound, limitMs = LIMIT_MS }: SmsTools,
  url: string,
  request: OutboundRequest,
): Promise<{ status: number; body: string }> {
  return outbound.fetch(url, { ...request, named: true, limit: limitMs, maxBytes: MAX_ANSWER }).catch((error: unknown) => {
    throw unreached(error);
  });
}

/** The same where an object is answered, whatever the status. */
export async function askForObject(tools: SmsTools, url: string, request: OutboundRequest): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await ask(tools, url, request);
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch (error) {
    throw new SmsRefusal(status >= 500 ? 'refused' : 'unreadable', `HTTP-${status}`, error);
  }
  if (!isRecord(read)) throw new SmsRefusal('unreadable');
  return read;
}

/** A code that says why, of the account or of the message. */
export const refusedBy = (answer: unknown, ofAccount: RegExp): SmsRefusal =>
  new SmsRefusal(typeof answer === 'string' && ofAccount.test(answer) ? 'login_refused' : 'refused', answer);
