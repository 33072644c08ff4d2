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
  input: string;
  output: string;
  /** Unix seconds. */
  timestamp: number;
  /** The guest who entered it; the owner of the session without one. */
  by?: string | undefined;
}
