/** Value shapes shared by all resources (docs/wire/conventions.md#values). */

export interface Choice<V extends string | number | boolean = string | number | boolean> {
  value: V;
  label: string;
}

export interface Ref {
  id: string | number;
  name: string;
}

/** List answer when `limit` was sent; without it the answer is a bare array. */
export interface Page<T> {
  count: number;
  /** Ours: there are more than `count`, which is as far as was counted (docs/wire/conventions.md#paging). */
  count_capped?: true;
  next: string | null;
  previous: string | null;
  results: T[];
  /** Names of places whose rows are not among these, as they did not answer; only of lists that lie in several. */
  missing?: readonly string[];
  /** Ours: rows of each choice of the field that `count_by` names; of the first `count` rows where that is capped. There are no results then. */
  counts?: readonly { value: string; count: number }[];
}

export interface TreeNode {
  id: string;
  name: string;
  title: string;
  pId: string;
  isParent: boolean;
  open: boolean;
  iconSkin?: string;
  nocheck?: boolean;
  checked?: boolean | null;
  halfCheck?: boolean;
  chkDisabled?: boolean;
  meta: { type: string; data?: Record<string, unknown>; [key: string]: unknown };
}

/** A JSON object, as opposed to a list, a text or nothing. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a text of JSON holds; undefined for a text that is none, as others send it and as broken files hold it. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
