/** Why a permission lets nobody onto anything: each by itself is enough. */
export const GRANT_GAPS = ['no_people', 'no_assets', 'no_accounts', 'no_actions', 'switched_off', 'not_started', 'ended'] as const;
export type GrantGap = (typeof GRANT_GAPS)[number];

/** A gap under the name that the server gives it in the language of whoever asks. */
export interface NamedGap {
  value: GrantGap;
  label: string;
}

/** What a permission would come to that is not saved yet. */
export interface GrantReach {
  gaps: readonly NamedGap[];
  /** Null for who may not list them. */
  people: number | null;
  assets: number | null;
  /** Everything the organisation has and will have: a root node is among its nodes. */
  whole: boolean;
  /** It opens so much that its effect is worth a look before it is saved. */
  wide: boolean;
}
