import type { Language } from '@postern/contract/text';
import type { Context } from '../base/context.ts';
import type { ResolvedResource } from './resolved.ts';

/** Memory of imports. A scope is one person's import of one file into one list; `n` is a row of the file. */
export interface ImportMemory {
  /** Makes others who import the same wait until this transaction ends. */
  lock(ctx: Context, scope: string): Promise<void>;
  /** Ids of the objects that these rows, saying the same, have become. */
  known(ctx: Context, scope: string, rows: readonly { n: number; print: string }[]): Promise<ReadonlyMap<number, string>>;
  remember(ctx: Context, scope: string, rows: readonly { n: number; print: string; id: string }[]): Promise<void>;
  /** Replaces what the rows `ns` claim in this file by these; answers those that another row has claimed before. */
  claim<C extends { n: number; key: string }>(ctx: Context, scope: string, ns: readonly number[], claims: readonly C[]): Promise<C[]>;
}

/** Transfers of tables that take longer than one answer. Requests carry them, and they are listed and stopped like all runs (decision 0087). */
export interface Transfers {
  /** A file that is written while it is downloaded. */
  download(ctx: Context, about: { resource: string; rows: number }): Promise<Download>;
  /**
   * One more portion of a file, in the transaction that writes it.
   * @throws CodedError task_cancelled
   */
  portion(ctx: Context, scope: string, about: { resource: string; mode: string; rows: number }): Promise<void>;
}

export interface Download {
  signal: AbortSignal;
  /** How many rows are written. */
  progress(rows: number): void;
  /** `given up`: the one who downloads has gone, or it was cancelled. */
  end(how: 'done' | 'given up' | 'failed'): Promise<void>;
}

/** What the kernel needs from the server: it knows no table but those of its resources. */
export interface KernelHooks {
  /** Ids stored under an `spm` key for this actor; null when unknown or expired (docs/wire/conventions.md#chosen-ids). */
  idSet(ctx: Context, key: string): Promise<readonly string[] | null>;
  /** What a client is told of a refusal, as the body of a 400; undefined for an error that nobody foresaw or that is not about the input. */
  refusal(error: unknown, language: Language): Record<string, unknown> | undefined;
  /** What imports remember between portions (decision 0030). */
  imports: ImportMemory;
  transfers: Transfers;
  /** Names of organisations by id, for `org_name`. */
  organisationNames(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface Kernel {
  resources: readonly ResolvedResource[];
  byName(name: string): ResolvedResource;
  hooks: KernelHooks;
}
