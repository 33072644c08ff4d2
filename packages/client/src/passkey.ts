/**
 * Passkeys in the browser (WebAuthn level 3 §5.1.8, §5.1.9): what the server asks comes as JSON and goes back as JSON. Only the
 * few parts of a browser that are needed are named, so that this compiles where there is none.
 */
interface Answer {
  toJSON(): object;
}
interface Browser {
  location?: { hostname: string };
  isSecureContext?: boolean;
  navigator?: { credentials?: { create(options: object): Promise<Answer | null>; get(options: object): Promise<Answer | null> } };
  PublicKeyCredential?: {
    parseCreationOptionsFromJSON?(json: unknown): unknown;
    parseRequestOptionsFromJSON?(json: unknown): unknown;
    isConditionalMediationAvailable?(): Promise<boolean>;
  };
}

const browser = (): Browser => globalThis as Browser;

/** False on plain http, at addresses made of numbers, and in browsers of before 2025. */
export function passkeysWork(): boolean {
  const { isSecureContext, location, PublicKeyCredential } = browser();
  // A key belongs to a domain (WebAuthn §5.1.2), and numbers are none.
  const numbers = /^[\d.]+$|^\[/.test(location?.hostname ?? '');
  return isSecureContext === true && !numbers && typeof PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';
}

/** Why a device gave no answer: the person stopped or waited too long, it has this key already, or it cannot. */
export class PasskeyError extends Error {
  readonly reason: 'cancelled' | 'known' | 'unable';
  constructor(reason: 'cancelled' | 'known' | 'unable') {
    super(reason);
    this.name = 'PasskeyError';
    this.reason = reason;
  }
}

async function answered(ask: () => Promise<Answer | null> | undefined): Promise<object> {
  try {
    const answer = await ask();
    if (answer) return answer.toJSON();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    throw new PasskeyError(
      name === 'InvalidStateError' ? 'known' : name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'unable',
    );
  }
  throw new PasskeyError('unable');
}

/** Has the device make a key. @throws PasskeyError */
export function createPasskey(options: unknown): Promise<object> {
  const { navigator, PublicKeyCredential } = browser();
  return answered(() => navigator?.credentials?.create({ publicKey: PublicKeyCredential?.parseCreationOptionsFromJSON?.(options) }));
}

/** Has the device sign with one of its keys. @throws PasskeyError */
export function signWithPasskey(options: unknown, how: { whileTyping?: true; signal?: AbortSignal } = {}): Promise<object> {
  const { navigator, PublicKeyCredential } = browser();
  const { whileTyping, signal } = how;
  return answered(() =>
    navigator?.credentials?.get({
      publicKey: PublicKeyCredential?.parseRequestOptionsFromJSON?.(options),
      ...(signal ? { signal } : {}),
      ...(whileTyping ? { mediation: 'conditional' } : {}),
    }),
  );
}

/** Whether the browser offers passkeys among what it fills in (WebAuthn level 3 §5.1.4, conditional mediation). */
export async function offersWhileTyping(): Promise<boolean> {
  return (
    passkeysWork() &&
    (await browser()
      .PublicKeyCredential?.isConditionalMediationAvailable?.()
      .catch(() => false)) === true
  );
}
