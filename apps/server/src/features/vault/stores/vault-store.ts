import type { Outbound, OutboundRequest, OutboundResponse } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { type SecretStore, SecretStoreError, STORE_LIMIT } from '../../../platform/secrets/external-secrets.ts';

/** A store that can be tried step by step: is it there, does it let us in. */
export interface VaultStore extends SecretStore {
  /** Host that is asked, for people to read. */
  name: string;
  connect(): Promise<void>;
  logIn(): Promise<void>;
}

/** Bytes of an answer: a secret with what the store says about it. */
const MAX_BYTES = 1024 * 1024;

/** One question; a place that an administrator named may be in a private network. @throws SecretStoreError `away` where nobody answers */
export async function askStore(outbound: Outbound, url: string, request: OutboundRequest): Promise<OutboundResponse> {
  try {
    return await outbound.fetch(url, { ...request, named: true, maxBytes: MAX_BYTES, limit: STORE_LIMIT });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new SecretStoreError('away', error.detail ? `${error.why}: ${error.detail}` : error.why, error);
  }
}

/** What an answer says, which is JSON. */
export function jsonOf(body: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** By the status of an answer that is no yes: what is overloaded, sealed or broken will do later; the rest is a no. */
export const statusError = (status: number, word = ''): SecretStoreError =>
  new SecretStoreError(status === 429 || status >= 500 ? 'away' : status === 404 ? 'missing' : 'refused', `${status}${word && ` ${word}`}`);
