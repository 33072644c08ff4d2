/** A message of input: text, or the bytes of a legacy mouse report. */
export type InputMessage = string | Uint8Array<ArrayBuffer>;

/** Input that was sent and of which the gateway has not said that it came. */
export interface Unsent {
  sent(message: InputMessage): void;
  /** The gateway has so many messages, of all there were. */
  came(messages: number): void;
  /** What has to be sent again over another line. */
  all(): readonly InputMessage[];
  /** Messages of which the gateway has said that they came. */
  arrived(): number;
  /** Characters and bytes of it. */
  size(): number;
  clear(): void;
}

/** @param from what another page had sent */
export function createUnsent(from: { came: number; unsent: readonly InputMessage[] } = { came: 0, unsent: [] }): Unsent {
  let messages: InputMessage[] = [...from.unsent];
  let gone = from.came;
  let size = messages.reduce((sum, { length }) => sum + length, 0);
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
    arrived: () => gone,
    size: () => size,
    clear() {
      messages = [];
      size = 0;
    },
  };
}
