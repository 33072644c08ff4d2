import { jsonOf } from '@postern/contract/wire';

/** What a frame of a WebSocket holds; undefined for what is no object of JSON. */
export function readFrame(data: unknown): Record<string, unknown> | undefined {
  const frame = jsonOf(String(data));
  return typeof frame === 'object' && frame !== null ? (frame as Record<string, unknown>) : undefined;
}
