/** Bytes of output behind the typed secret in which its echo is looked for. */
const WINDOW = 16 * 1024;
const HIDDEN = Buffer.from('********');

/** Takes a secret out of output that follows it: some targets echo what is typed at any question. */
export interface SecretFilter {
  /** The secret is on its way; its echo may come from now on. */
  arm(): void;
  take(bytes: Buffer): Buffer;
  holds(): boolean;
  /** Nothing came for a moment: the beginning of a secret that was held back is none. */
  rest(): Buffer;
}

export function createSecretFilter(secret: string): SecretFilter {
  const word = Buffer.from(secret);
  let left = 0;
  let pending: Buffer = Buffer.alloc(0);

  function rest(): Buffer {
    const bytes = pending;
    pending = Buffer.alloc(0);
    return bytes;
  }

  /** How many bytes at the end may be the beginning of the secret. */
  function begun(bytes: Buffer): number {
    for (let length = Math.min(word.length - 1, bytes.length); length > 0; length -= 1)
      if (bytes.subarray(bytes.length - length).equals(word.subarray(0, length))) return length;
    return 0;
  }

  return {
    arm() {
      left = word.length > 0 ? WINDOW : 0;
    },
    take(bytes) {
      if (left <= 0) return bytes;
      left -= bytes.length;
      let whole = Buffer.concat([rest(), bytes]);
      const parts: Buffer[] = [];
      for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word)) {
        parts.push(whole.subarray(0, at), HIDDEN);
        whole = whole.subarray(at + word.length);
      }
      const cut = left > 0 ? whole.length - begun(whole) : whole.length;
      pending = Buffer.from(whole.subarray(cut));
      return Buffer.concat([...parts, whole.subarray(0, cut)]);
    },
    holds: () => pending.length > 0,
    rest,
  };
}
