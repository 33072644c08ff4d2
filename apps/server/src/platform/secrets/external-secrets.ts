import { CodedError } from '@postern/contract/errors';
import type { SecretBox } from '@postern/resource';
import { turns } from '../concurrency.ts';

/**
 * Secrets of accounts may be kept in an external store (docs/decisions/0114). What a column holds then is no longer the encrypted secret but
 * the name of an entry there: `ev1.{uuid}`. Both forms may be copied between columns like any text; `open` reads both, and everything that
 * needs such a secret in clear passes here.
 */
const FORM = /^ev1\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const externalText = (id: string): string => `ev1.${id}`;
/** Id of the entry that a stored text names; undefined for a secret that is kept here. */
export const externalId = (stored: string): string | undefined => FORM.exec(stored)?.[1];

/** Why a store did not do what it was asked. `detail` is a word of ours or of its protocol: never a secret, a token or a body. */
export class SecretStoreError extends Error {
  /** `away`: nobody answers, or it cannot work at the moment; it will do later. `refused`: it answers and says no. `missing`: it has no such entry. */
  readonly why: 'away' | 'refused' | 'missing';
  readonly detail: string;
  constructor(why: 'away' | 'refused' | 'missing', detail: string, cause?: unknown) {
    super(`Secret store: ${why} ${detail}`, { cause });
    this.name = 'SecretStoreError';
    this.why = why;
    this.detail = detail;
  }
}

/** Where account secrets are kept besides the database. Every call ends within `STORE_LIMIT`. @throws SecretStoreError */
export interface SecretStore {
  /** Writes an entry that is not there yet. */
  put(id: string, secret: string): Promise<void>;
  get(id: string): Promise<string>;
  /** One that is not there is none. */
  remove(id: string): Promise<void>;
}

/** Milliseconds for one question to a store. */
export const STORE_LIMIT = 5_000;
/** A store that was away so many times in a row is left alone for so many milliseconds; then one question tries it. */
const TRIES = 2;
const REST_MS = 10_000;
const AT_ONCE = 8;
const WAITING = 2_000;

/** The store behind a breaker: while it is away, everybody hears so at once. */
export interface ExternalSecrets extends SecretStore {
  /** Gives the store; asked each time, as settings change. Undefined where none is set up. */
  attach(store: () => SecretStore | undefined): void;
  /** Why the store is left alone at the moment. */
  away(): string | undefined;
  /** Forgets that the store was away: its settings have changed, or somebody asks for it. */
  retry(): void;
}

export function createExternalSecrets(clock: () => number = Date.now): ExternalSecrets {
  let find: () => SecretStore | undefined = () => undefined;
  let failures = 0;
  let closedUntil = 0;
  let reason = '';
  let probing = false;
  const turn = turns({ atOnce: AT_ONCE, waiting: WAITING });

  /** @throws SecretStoreError `away` without asking, while the store is left alone */
  function admit(): void {
    if (failures < TRIES) return;
    if (clock() < closedUntil || probing) throw new SecretStoreError('away', reason);
    probing = true;
  }
  async function ask<T>(work: (store: SecretStore) => Promise<T>): Promise<T> {
    const done = await turn.take(async () => {
      const store = find();
      if (!store) throw new SecretStoreError('refused', 'not set up');
      admit();
      try {
        const value = await work(store);
        failures = 0;
        return value;
      } catch (error) {
        if (!(error instanceof SecretStoreError)) throw error;
        if (error.why !== 'away') failures = 0;
        else {
          failures += 1;
          reason = error.detail;
          closedUntil = clock() + REST_MS;
        }
        throw error;
      } finally {
        probing = false;
      }
    });
    if (!done) throw new SecretStoreError('away', 'busy');
    return done.value;
  }
  return {
    attach(store) {
      find = store;
    },
    away: () => (failures >= TRIES ? reason : undefined),
    retry() {
      failures = 0;
    },
    put: (id, secret) => ask((store) => store.put(id, secret)),
    get: (id) => ask((store) => store.get(id)),
    remove: (id) => ask((store) => store.remove(id)),
  };
}

/** The box that also opens what is in the store. */
export const boxWith = (box: SecretBox, store: Pick<SecretStore, 'get'>): SecretBox => ({
  ...box,
  async open(stored) {
    const id = externalId(stored);
    if (id === undefined) return box.decrypt(stored);
    try {
      return await store.get(id);
    } catch (error) {
      if (!(error instanceof SecretStoreError)) throw error;
      const { why, detail } = error;
      throw new CodedError(why === 'away' ? 'secret_store_unavailable' : 'secret_store_without', { detail }, { cause: error });
    }
  },
});
