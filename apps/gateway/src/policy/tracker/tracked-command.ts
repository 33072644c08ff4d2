import type { RiskLevel } from '@postern/contract/component';

export const MAX_INPUT = 128;
export const MAX_OUTPUT = 1024;

/** What a rule decided about a line. */
export interface Verdict {
  level: RiskLevel;
  acl?: string;
  group?: string;
}

export interface TrackedCommand extends Verdict {
  /** Made when it was entered: what came of it may be known later than of the next one. */
  id?: string | undefined;
  input: string;
  output: string;
  /** Unix seconds. */
  timestamp: number;
  /** The guest who entered it; the owner of the session without one. */
  by?: string | undefined;
}
