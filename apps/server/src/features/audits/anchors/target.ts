import type { Anchor } from './anchor.ts';

/** A place outside the database that takes anchors. */
export interface AnchorTarget {
  /** Names the place in its state, in messages and in the report. Holds no secret. */
  name: string;
  /**
   * Resolves when the place has taken all of them. Sending again what it has already must do no harm.
   * @throws Error whose message an operator reads
   */
  send(anchors: readonly Anchor[]): Promise<void>;
}
