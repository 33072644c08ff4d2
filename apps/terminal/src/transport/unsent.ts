/** A message of input: text, or the bytes of a legacy mouse report. */
export type InputMessage = string | Uint8Array<ArrayBuffer>;

/** Input that was sent and of which the gateway has not said that it came. */
export interface Unsent {
  sent(message: InputMessage): void;
  /** The gateway has so many messages, of all there were. */
  came(messages: number): void;
  /** What has to be sent again over another line. */
  all(): readonly InputMessage[];
  /** Characters and bytes of it. */
  size(): number;
  clear(): void;
}

export function createUnsent(): Unsent {
  let messages: InputMessage[] = [];
  let gone = 0;
  let size = 0;
  return {
    sent(message) {
      messages.push(message);
      size += message.length;
    },
    came(upTo) {
      const over = messages.slice(0, Math.max(0, upTo - gone));
      for (const message of over) size -= message.length;
      gone += over.length;
      messages = messages.slice(over.length);
    },
    all: () => messages,
    size: () => size,
    clear() {
      messages = [];
      size = 0;
    },
  };
}
