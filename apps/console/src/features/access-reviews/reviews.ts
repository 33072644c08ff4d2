import { choiceValue } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';

/** Access reviews as the screens know them (docs/wire/shapes-perms.md). */

export interface Progress {
  all: number;
  undecided: number;
  keep: number;
  revoke: number;
  revoked: number;
  gone: number;
}

export interface Review extends Row {
  name: string;
  state: unknown;
  revokes: unknown;
  silence: unknown;
  progress: Progress;
  date_due: string;
  date_ended: string | null;
  comment: string;
}

export type Decision = 'undecided' | 'keep' | 'revoke';

export interface Line extends Row {
  id: string;
  permission: string;
  side: unknown;
  subject: string;
  members: string[];
  members_amount: number;
  assets: string[];
  assets_amount: number;
  nodes: string[];
  nodes_amount: number;
  accounts: string[];
  actions: unknown[];
  date_start: string;
  date_expired: string;
  date_last_used: string | null;
  since: unknown;
  decision: unknown;
  decided_by: string;
  date_decided: string | null;
  comment: string;
  outcome: unknown;
  by_silence: boolean;
}

// What is chosen on the wire, of the values that there are.
export const decisionOf = (line: Line): Decision => choiceValue(line.decision) as Decision;
export const isGroup = (line: Line): boolean => choiceValue(line.side) === 'group';
export const sinceOf = (line: Line): 'same' | 'changed' | 'gone' => choiceValue(line.since) as 'same' | 'changed' | 'gone';
export const outcomeOf = (line: Line): 'none' | 'kept' | 'revoked' | 'gone' =>
  choiceValue(line.outcome) as 'none' | 'kept' | 'revoked' | 'gone';

export type State = 'preparing' | 'open' | 'ended' | 'called_off' | 'failed';
export const stateOf = (review: Review): State => choiceValue(review.state) as State;

export const isOpen = (review: Review): boolean => ['preparing', 'open'].includes(stateOf(review));

/** Nothing in it is evidence yet, so that it can be deleted. */
export const isUndecided = (review: Review): boolean =>
  !['ended', 'called_off'].includes(stateOf(review)) && review.progress.all === review.progress.undecided;

/** Whether decisions count still. What comes at once is done with. */
export const mayDecide = (review: Review, line: Line): boolean => stateOf(review) === 'open' && outcomeOf(line) === 'none';
