import { zipLibrary } from './zip-library.ts';

/** A few small files as an archive, whole. */
export async function plainZip(files: readonly { path: string; content: Uint8Array }[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const { ZipWriter } = await zipLibrary();
  const zip = new ZipWriter(new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) }), {
    bufferedWrite: false,
    extendedTimestamp: false,
  });
  for (const { path, content } of files) await zip.add(path, new Blob([new Uint8Array(content)]).stream());
  await zip.close();
  return Buffer.concat(chunks);
}
