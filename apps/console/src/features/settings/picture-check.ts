/** Pixels of the longer side, as the server takes them (docs/wire/settings.md#look). */
export const MOST_SIDE = 4096;

/** What begins a PNG, a JPEG, a GIF, a WebP and an icon. A WebP says in between how long it is. */
const KINDS: readonly Readonly<Record<number, string>>[] = [
  { 0: '\x89PNG\r\n\x1a\n' },
  { 0: '\xff\xd8\xff' },
  { 0: 'GIF8' },
  { 0: 'RIFF', 8: 'WEBP' },
  { 0: '\0\0\x01\0' },
];

/** Told by the first bytes, as the server does: what a browser says of a file is what its name ends in. SVG is none, as it can carry scripts. */
export async function isPicture(file: Blob): Promise<boolean> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  return KINDS.some((kind) => Object.entries(kind).every(([at, bytes]) => head.startsWith(bytes, Number(at))));
}
