import type { Readable } from 'node:stream';

/** Part of an object. */
export interface Part {
  from: number;
  bytes: number;
}

/** What is put: its digests are known before it is sent, so that a store can refuse what arrives otherwise. */
export interface Content {
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
  /** In base64, as `Content-MD5` has it. */
  md5: string;
  open(): Readable;
}

/**
 * A place for objects by name, one file per kind (`open-store.ts`). Names have slashes and no part that leads up.
 * All of it throws `StoreError` or `OutboundError`.
 */
export interface ObjectStore {
  /** Writes all of an object or nothing, in place of what is there. @returns the version that it became, where the store keeps versions */
  put(name: string, content: Content): Promise<string>;
  /** An object as it comes, or a part of it; undefined when there is none. Whoever does not read it to its end destroys it. */
  get(name: string, part?: Part): Promise<Readable | undefined>;
  /** What lies there; undefined when there is nothing. The version is empty where the store keeps none. */
  stat(name: string): Promise<{ bytes: number; version: string } | undefined>;
  /** Removes an object, or the one version of it; one that is not there is removed already. */
  remove(name: string, version?: string): Promise<void>;
  /** Lets go of connections. */
  close(): void;
}

/** What a store said, or what kept it from doing what was asked. `detail` is a word of its protocol: no key, no address. */
export class StoreError extends Error {
  readonly detail: string;
  /** It keeps the object until a day that has not come yet. */
  readonly locked: boolean;
  constructor(detail: string, { locked = false, cause }: { locked?: boolean; cause?: unknown } = {}) {
    super(detail, { cause });
    this.name = 'StoreError';
    this.detail = detail;
    this.locked = locked;
  }
}

/** Milliseconds that a store may take to say what it has. */
export const LOOK_LIMIT = 30_000;

/** Milliseconds that a transfer may take: a minute, and what 64 kB/s need. */
export const transferLimit = (bytes: number): number => 60_000 + Math.ceil(bytes / 64);
