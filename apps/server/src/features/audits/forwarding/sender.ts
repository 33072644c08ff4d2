import type { ForwardedEvent } from './events.ts';

/** A receiver, as what sends to it knows it. */
export interface Sender {
  /**
   * Resolves when the receiver has taken all of them; sending again what it has already must do no harm.
   * @throws SendError, OutboundError
   */
  send(events: readonly ForwardedEvent[]): Promise<void>;
}

/** Why a receiver took nothing. The message is for administrators: no token, no body, no header. */
export class SendError extends Error {
  /** Milliseconds for which it asked to be left alone. */
  readonly pause: number | undefined;
  /** Less at a time might be taken. */
  readonly tooMuch: boolean;
  constructor(message: string, more: { pause?: number; tooMuch?: boolean } = {}) {
    super(message);
    this.name = 'SendError';
    this.pause = more.pause;
    this.tooMuch = more.tooMuch ?? false;
  }
}
