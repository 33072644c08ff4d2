import type { Api, Asked } from '@postern/client/api';

/**
 * Key of a call among the queries: the operation and what it is asked with, as they stand in the call. `keyOf('accessKeys')` stands for all
 * that is known of the group.
 */
export function keyOf<G extends keyof Api>(group: G): readonly unknown[];
export function keyOf<G extends keyof Api, A extends keyof Api[G]>(group: G, action: A, ...asked: Asked<G, A>): readonly unknown[];
export function keyOf(...key: readonly unknown[]): readonly unknown[] {
  return key;
}
