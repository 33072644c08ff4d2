/** What a frame of a WebSocket holds; undefined for what is no object of JSON. */
export function readFrame(data: unknown): Record<string, unknown> | undefined {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === 'object' && frame !== null ? (frame as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
