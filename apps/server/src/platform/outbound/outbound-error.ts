/**
 * Why a request to the outside brought no answer: the place is not allowed, nobody is there, its certificate is not trusted, it was too
 * slow, sent too much, sent us elsewhere, or the caller gave up.
 */
export type OutboundReason = 'blocked' | 'unreachable' | 'untrusted' | 'timeout' | 'too_large' | 'redirect' | 'aborted';

/** `detail` is a word of ours or the system's name of the error: never an address with its query, a header or a body. */
export class OutboundError extends Error {
  readonly why: OutboundReason;
  readonly detail: string;
  constructor(why: OutboundReason, detail = '', cause?: unknown) {
    super(`Outbound: ${why} ${detail}`.trimEnd(), { cause });
    this.name = 'OutboundError';
    this.why = why;
    this.detail = detail;
  }
}

const UNHEARD: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Whether nothing was heard there: what failed before a line stood, or was refused by ourselves. */
export const unheard = ({ why, detail }: OutboundError): boolean => why === 'blocked' || why === 'untrusted' || UNHEARD.includes(detail);
