import type { FrameType, TerminalClose, TerminalSessionData } from '@postern/contract/frames';
import type { News } from './codec.ts';
import type { HandedLine } from './handed.ts';

export interface Size {
  cols: number;
  rows: number;
}

/** How a connection ended: the gateway's reason when it gave one, its text, or neither when the line was lost. */
export interface Ending {
  close: TerminalClose | null;
  detail: string;
}

export interface ConnectionEvents {
  /** The current size of the terminal, asked for when the gateway is ready. */
  size(): Size;
  onOutput(bytes: Uint8Array): void;
  onSession(data: TerminalSessionData): void;
  /** Size a viewer has to take over from the owner of the session. */
  onResize(size: Size): void;
  /** The core refused something, in its words. */
  onError(detail: string): void;
  /** Something about the people around the session. `me`: which of the lines is this one. */
  onNews(news: News, me: string): void;
  /** Once, last. */
  onEnd(ending: Ending): void;
  /** Characters typed or pasted that are not sent yet. */
  onPending(characters: number): void;
  /** The line is lost and tried again until a moment in milliseconds; null: the session is back. */
  onLost(until: number | null): void;
  /** The gateway restarts at a moment in milliseconds. */
  onRestart(at: number): void;
}

export interface ConnectionOptions {
  /** Comes back by itself when the line is lost: whoever's session it is. */
  returns: boolean;
  /** The code of a share. */
  code?: string;
  /** Goes on with the session of another page. */
  from?: HandedLine;
}

export interface Connection {
  type(text: string): void;
  /** Raw bytes, as legacy mouse reports need them. */
  typeBytes(bytes: Uint8Array): void;
  resize(size: Size): void;
  /** Asks about sharing. */
  ask(type: FrameType, data: object): void;
  /** Drops what is typed or pasted but not sent. */
  cancelInput(): void;
  /** Tries at once to come back. */
  retry(): void;
  /**
   * Lets go of the session for another page to take; null when there is none that can be taken. What comes meanwhile waits for `takeBack`; after this,
   * closing ends nothing.
   */
  release(): HandedLine | null;
  takeBack(): void;
  /** Ends the session from this side. */
  close(): void;
}
