import { z } from 'zod';

const count = z.number().int().min(0);
/** A screen with all of its history, in sequences of a terminal. */
const MAX_SCREEN = 32 * 1024 * 1024;

/** A session on its way from one page to another: what that needs to go on with it as it is (docs/decisions/0105). */
export const handedLine = z.object({
  /** A socket of the gateway that carries it. */
  address: z.string().max(2_048),
  session: z.string().max(36),
  /** Good once. */
  secret: z.string().max(128),
  seconds: count,
  /** Bytes of output that came. */
  received: count,
  /** Messages of input of which the gateway has said that they came. */
  came: count,
  /** What was sent since, and what was typed and not sent. */
  unsent: z.array(z.union([z.string(), z.instanceof(Uint8Array<ArrayBuffer>)])),
  rest: z.string(),
});
export type HandedLine = z.infer<typeof handedLine>;

/** The same with what its terminal shows. */
export const handedSession = handedLine.extend({
  screen: z.string().max(MAX_SCREEN),
  cols: z.number().int().min(1).max(1_000),
  rows: z.number().int().min(1).max(1_000),
});
export type HandedSession = z.infer<typeof handedSession>;
