import type { EndReason } from '@postern/contract/session-end';

/** Why a session cannot go on, in the closed words of the wire. */
export class SessionRefusal extends Error {
  readonly reason: EndReason;
  readonly params: Readonly<Record<string, string>>;
  constructor(reason: EndReason, params: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(reason, { cause });
    this.name = 'SessionRefusal';
    this.reason = reason;
    this.params = params;
  }
}

/** A machine did its part, but another one behind it could not be reached. */
export class ForwardFailed extends Error {
  /** It was not to be: nobody tried. */
  readonly prohibited: boolean;
  constructor(why: string, prohibited = false) {
    super(why);
    this.prohibited = prohibited;
  }
}
