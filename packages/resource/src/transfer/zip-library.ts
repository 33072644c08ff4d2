/**
 * The library, read when the first archive is written or opened: most processes never see one.
 *
 * It lets only so many entries be written or read at once, as many as the machine has cores. An archive inside an
 * archive takes two such places, and a download that somebody left takes its own until it is noticed: with few places they
 * would wait for each other for ever. Streams are bounded by their readers here, not by places.
 */
export async function zipLibrary() {
  const library = await import('@zip.js/zip.js');
  library.configure({ useWebWorkers: false, maxWorkers: 100_000 });
  return library;
}
