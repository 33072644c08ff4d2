import { createHash } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { NONCE } from '@postern/contract/signature';
import { momentsOf } from '@postern/contract/signature-date';
import type { Database } from '@postern/resource';
import { remember } from './used-signature.queries.ts';

/**
 * A signed request is answered once, and soon (decision 0066). Existing clients sign method, path and a date in seconds:
 * two of their writes in the same second have one signature, so what is remembered has to tell them apart.
 */

/** Milliseconds that clocks may differ. */
const SKEW_MS = 300_000;
/** Seconds after its first use in which a signature that covers no body may come with another body: requests of one second. */
const SAME_SECOND = 5;

/** A request whose signature was right. */
export interface SignedRequest {
  keyId: string;
  /** Digest of key and signature. */
  mark: string;
  /** Milliseconds since 1970 after which its date is too old anyway. */
  goodUntil: number;
  /** It carries a nonce, so nothing else can have this signature. */
  once: boolean;
  /** The value of `Digest` it covers. */
  digest: string | undefined;
  /** This key has signed a body before: it has to from then on. */
  strict: boolean;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const replayed = (): CodedError => new CodedError('request_replayed');

/**
 * What is known of a request from its signature. @throws CodedError request_too_old when its date is further than five minutes
 * from now, in every zone it may mean
 */
export function readSigned(
  given: { keyId: string; signature: string; headers: readonly string[] },
  header: (name: string) => string | undefined,
  strict: boolean,
  now: number,
): SignedRequest {
  const moments = momentsOf(header('date') ?? '');
  if (!moments.some((moment) => Math.abs(now - moment) <= SKEW_MS)) throw new CodedError('request_too_old');
  return {
    keyId: given.keyId,
    mark: hash(`${given.keyId} ${given.signature}`),
    goodUntil: Math.max(...moments) + SKEW_MS,
    once: given.headers.includes(NONCE),
    digest: given.headers.includes('digest') ? header('digest') : undefined,
    strict,
  };
}

/** A read, and every request with a nonce before its body is looked at: nothing to compare but the signature. @throws CodedError request_replayed */
export async function claimNonce(db: Database, signed: SignedRequest): Promise<void> {
  if (signed.once && !(await remember(db, signed.mark, signed.goodUntil)).first) throw replayed();
}

/**
 * A write, once its body is there: `body` is what `Digest` has to say of it, undefined for a form with files, which is read as a stream.
 * @throws CodedError digest_wrong, digest_missing, request_replayed
 */
export async function claimWrite(db: Database, signed: SignedRequest, body: string | undefined): Promise<void> {
  const { digest, once, mark, goodUntil } = signed;
  if (body && digest !== undefined && body !== digest) throw new CodedError('digest_wrong');
  if (body && digest === undefined && signed.strict) throw new CodedError('digest_missing');
  if (once) return;
  if (signed.strict) throw new CodedError('digest_missing');
  const { first, seconds } = await remember(db, mark, goodUntil);
  if (!first && (!body || digest !== undefined || seconds > SAME_SECOND)) throw replayed();
  if (body && digest === undefined && !(await remember(db, hash(`${mark} ${body}`), goodUntil)).first) throw replayed();
}
