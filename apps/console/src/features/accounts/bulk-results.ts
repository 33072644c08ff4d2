import type { StatusTone } from '@postern/ui';

/** States of one asset after an attempt to put an account on many, worst first (docs/wire/accounts.md#an-account-on-many-assets). */
export const BULK_STATES = ['error', 'skipped', 'updated', 'created'] as const;
export type BulkState = (typeof BULK_STATES)[number];

export interface BulkResult {
  /** "name(address)". */
  asset: string;
  asset_id: string;
  state: BulkState;
  error?: string;
}

export const BULK_TONES: Readonly<Record<BulkState, StatusTone>> = {
  error: 'danger',
  skipped: 'neutral',
  updated: 'info',
  created: 'success',
};

const isResult = (item: unknown): item is BulkResult =>
  typeof item === 'object' && item !== null && 'asset' in item && BULK_STATES.includes((item as { state?: BulkState }).state as BulkState);

/** Rows of an answer, which a refusal carries too; undefined when it is something else, such as errors of fields. */
export const bulkResults = (body: unknown): BulkResult[] | undefined =>
  Array.isArray(body) && body.length > 0 && body.every(isResult) ? body : undefined;

/** How many assets came to each state; states that none came to are left out. */
export const bulkTally = (results: readonly BulkResult[]): { state: BulkState; count: number }[] =>
  BULK_STATES.map((state) => ({ state, count: results.filter((result) => result.state === state).length })).filter(
    ({ count }) => count > 0,
  );

export const failedAssets = (results: readonly BulkResult[]): string[] =>
  results.filter((result) => result.state === 'error').map((result) => result.asset_id);
