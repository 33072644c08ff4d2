import { z } from 'zod/mini';

/** What the core writes into the page beside the recording. */
export const about = z.object({
  name: z.string(),
  facts: z.looseObject({
    user: z.string(),
    asset: z.string(),
    account: z.string(),
    protocol: z._default(z.string(), ''),
    date_start: z.nullish(z.string()),
  }),
  commands: z.array(z.looseObject({ timestamp: z.number(), input: z.string(), risk_level: z._default(z.number(), 0) })),
});
export type About = z.infer<typeof about>;

/** Characters decoded at once, a multiple of four: of a large recording there is never a second text. */
const SLICE = 4 * 256 * 1024;

/** Bytes of base64. @throws when it is none */
export function bytesOfBase64(text: string): ArrayBuffer {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let at = 0;
  for (let from = 0; from < text.length; from += SLICE) {
    const piece = atob(text.slice(from, from + SLICE));
    for (let index = 0; index < piece.length; index += 1) bytes[at++] = piece.charCodeAt(index);
  }
  return bytes.buffer;
}
