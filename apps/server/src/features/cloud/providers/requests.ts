import { randomInt } from 'node:crypto';
import { setTimeout as pauseFor } from 'node:timers/promises';
import type { z } from 'zod';
import type { OutboundRequest, OutboundResponse } from '../../../platform/outbound/outbound.ts';
import { OutboundError, type OutboundReason } from '../../../platform/outbound/outbound-error.ts';
import { CloudError, type CloudErrorCode } from './provider.ts';
import type { CloudTools } from './tools.ts';

/** One request to a cloud, ready to be sent. */
export interface CloudRequest extends Pick<OutboundRequest, 'method' | 'headers' | 'body' | 'named'> {
  url: string;
}

export interface RequestAttempt {
  tools: CloudTools;
  signal: AbortSignal;
  /** Made anew for every attempt: signatures carry the time. */
  build(): CloudRequest;
  /** The vendor's own code of an error inside an answer, whatever its status; undefined when there is none. */
  errorOf?(answer: OutboundResponse): string | undefined;
}

const ATTEMPTS = 5;
const PAUSE = 500;
const LONGEST_PAUSE = 8_000;

const THROTTLED = /throttl|ratelimit|requestlimit|toomanyrequests|limitexceeded|flowlimit|frequency/i;
const DENIED =
  /auth|denied|forbid|permission|credential|signature|access_?key|secret(id|key)|optin|invalid_client|invalid_grant|clienttokenid|noaccess|expiredtoken/i;

/** What an error means, from its HTTP status and the vendor's code (`UnauthorizedOperation`, `RequestLimitExceeded`, …). */
export function errorCodeOf(status: number, code: string): CloudErrorCode {
  if (status === 429 || THROTTLED.test(code)) return 'throttled';
  if (status === 401 || status === 403 || DENIED.test(code)) return 'denied';
  return status >= 500 ? 'unreachable' : 'unexpected';
}

/** The vendor's code as far as it looks like one. Its message is never repeated: some vendors print what was signed, or the key. */
const codeOnly = (code: string): string => (/^[\w.:-]{1,80}$/.test(code) ? code : '');

const REASONS: Readonly<Record<OutboundReason, CloudErrorCode>> = {
  blocked: 'unreachable',
  unreachable: 'unreachable',
  untrusted: 'unreachable',
  timeout: 'unreachable',
  aborted: 'unreachable',
  too_large: 'unexpected',
  redirect: 'unexpected',
};

function asCloudError(error: unknown): CloudError {
  if (error instanceof CloudError) return error;
  if (!(error instanceof OutboundError)) throw error;
  return new CloudError(REASONS[error.why], `${error.why} ${error.detail}`.trim(), error);
}

/** Milliseconds until the next attempt: what the vendor asks for within reason, else growing, never the same for two askers. */
function pauseBefore(attempt: number, asked: string | undefined, first: number): number {
  const seconds = Number(asked);
  if (seconds > 0) return Math.min(seconds * 1000, LONGEST_PAUSE);
  const longest = Math.min(first * 2 ** attempt, LONGEST_PAUSE);
  return Math.round(longest / 2) + randomInt(Math.max(1, Math.round(longest / 2)));
}

/**
 * Sends a request and gives back an answer without an error in it. Throttled ones are repeated after growing pauses, a few times.
 * @throws CloudError
 */
export async function ask({ tools, signal, build, errorOf }: RequestAttempt): Promise<OutboundResponse> {
  for (let attempt = 0; ; attempt += 1) {
    const { url, ...request } = build();
    let answer: OutboundResponse;
    try {
      answer = await tools.outbound.fetch(url, { ...request, signal });
    } catch (error) {
      throw asCloudError(error);
    }
    const failed = answer.status < 200 || answer.status > 299;
    const vendor = errorOf?.(answer);
    if (!failed && vendor === undefined) return answer;
    const code = errorCodeOf(answer.status, vendor ?? '');
    if (code !== 'throttled' || attempt + 1 >= ATTEMPTS) throw new CloudError(code, `${answer.status} ${codeOnly(vendor ?? '')}`.trim());
    await pauseFor(pauseBefore(attempt, answer.headers['retry-after'], tools.pause ?? PAUSE), undefined, { signal }).catch(() => {
      throw new CloudError('unreachable', 'aborted');
    });
  }
}

/** The JSON of a text, or undefined. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads an answer by its schema.
 * @throws CloudError `unexpected`, naming where the answer differs, never what it says there
 */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.filter((step) => typeof step === 'number' || /^\w{1,40}$/.test(String(step))).join('.');
  throw new CloudError('unexpected', `answer ${place ?? ''}`.trim(), undefined);
}
