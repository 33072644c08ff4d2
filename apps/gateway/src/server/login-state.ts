/** The login of one SSH connection as a machine (RFC 4252). It knows no key and no password: what was tried is judged elsewhere. */

export type LoginMethod = 'publickey' | 'password' | 'keyboard-interactive';

export interface LoginState {
  /** `first`: nothing is shown. `more`: a first factor was right, another step is due. `in` and `over` are ends. */
  readonly phase: 'first' | 'more' | 'in' | 'over';
  /** The one name of this connection, once it was told. */
  readonly name: string | undefined;
  readonly failures: number;
  readonly offers: number;
}

export type LoginEvent =
  /** The client asks to log in. A key without a signature is an offer, and no proof (CVE-2023-43652). */
  | { type: 'asked'; name: string; method: string; signed: boolean }
  /** What it tried was right; `more` is due. */
  | { type: 'right'; more: boolean }
  | { type: 'wrong' };

/** What is done about it. */
export type LoginAction = 'try' | 'look-at-offer' | 'refuse' | 'partly' | 'let-in' | 'disconnect' | 'none';

/** Wrong passwords, codes and signatures of a connection; OpenSSH's clients are told as many times. */
const MAX_FAILURES = 3;
/** Keys that a client may offer: agents hold several. */
const MAX_OFFERS = 16;

export const newLogin: LoginState = { phase: 'first', name: undefined, failures: 0, offers: 0 };

/** What may be tried now. `taken`: methods that are switched on for this kind of name. */
export function methodsOf({ phase }: LoginState, taken: readonly LoginMethod[]): LoginMethod[] {
  if (phase === 'first') return [...taken];
  return phase === 'more' ? ['keyboard-interactive'] : [];
}

/** One step of the machine. A second name on one connection ends it: nothing shown for one may count for another (RFC 4252 §5). */
export function stepLogin(state: LoginState, event: LoginEvent, taken: readonly LoginMethod[]): { state: LoginState; action: LoginAction } {
  if (state.phase === 'in' || state.phase === 'over') return { state, action: 'none' };
  if (event.type === 'right') {
    return event.more ? { state: { ...state, phase: 'more' }, action: 'partly' } : { state: { ...state, phase: 'in' }, action: 'let-in' };
  }
  if (event.type === 'wrong') return failed(state);
  const { name, method, signed } = event;
  if (state.name !== undefined && state.name !== name) return { state: { ...state, phase: 'over' }, action: 'disconnect' };
  const named = { ...state, name };
  if (!methodsOf(named, taken).some((one) => one === method))
    return method === 'none' ? { state: named, action: 'refuse' } : offered(named, 'refuse');
  return method === 'publickey' && !signed ? offered(named, 'look-at-offer') : { state: named, action: 'try' };
}

const offered = (state: LoginState, action: LoginAction): { state: LoginState; action: LoginAction } =>
  state.offers >= MAX_OFFERS
    ? { state: { ...state, phase: 'over' }, action: 'disconnect' }
    : { state: { ...state, offers: state.offers + 1 }, action };

function failed(state: LoginState): { state: LoginState; action: LoginAction } {
  const failures = state.failures + 1;
  // Who failed at the second step begins anew: what was right before is told again.
  return failures >= MAX_FAILURES
    ? { state: { ...state, failures, phase: 'over' }, action: 'disconnect' }
    : { state: { ...state, failures }, action: 'refuse' };
}
