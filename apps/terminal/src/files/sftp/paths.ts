/**
 * Paths of the target as text. A name is bytes there, and need not be UTF-8: bytes of one that is not are kept as lone surrogates (U+DC80 to
 * U+DCFF), so that what is asked for again is the same file.
 */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const ESCAPED = /[\udc80-\udcff]/;

export function decodeName(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('');
  }
}

export function encodeName(name: string): Uint8Array {
  // A high surrogate before it would make one character of both.
  if (!ESCAPED.test(name)) return encoder.encode(name);
  const bytes: number[] = [];
  for (const part of name.split(/([\udc80-\udcff])/)) {
    if (part.length === 1 && ESCAPED.test(part)) bytes.push(part.charCodeAt(0) - 0xdc00);
    else bytes.push(...encoder.encode(part));
  }
  return Uint8Array.from(bytes);
}

export const joinPath = (folder: string, name: string): string => (folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`);

/** The folder that something is in; that of the root is the root. */
export function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at <= 0 ? '/' : path.slice(0, at);
}

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether one entry of a folder may be called so. */
export const isName = (name: string): boolean => name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name);
