import { zipLibrary } from './zip-library.ts';

/**
 * An archive with one file that opens with a password: AES-256 in counter mode with HMAC-SHA1 ("AE-2" of the WinZip
 * specification), which 7-Zip, WinZip, Keka and `bsdtar` read. Written as fast as it is read; names of files are not hidden.
 * @throws Error for an empty password: the archive would be open
 */
export function encryptedZip(name: string, content: ReadableStream<Uint8Array>, password: string): ReadableStream<Uint8Array> {
  if (password === '') throw new Error('An archive without a password hides nothing');
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void write(writable, name, content, password).catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable;
}

async function write(
  writable: WritableStream<Uint8Array>,
  name: string,
  content: ReadableStream<Uint8Array>,
  password: string,
): Promise<void> {
  const { ZipWriter } = await zipLibrary();
  const zip = new ZipWriter(writable, { bufferedWrite: false, extendedTimestamp: false, password, encryptionStrength: 3 });
  await zip.add(name, content);
  await zip.close();
}
