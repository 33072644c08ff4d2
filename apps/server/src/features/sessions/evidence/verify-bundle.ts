import { createPublicKey, type KeyObject } from 'node:crypto';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ArchiveError, bytesOf, type Entry, readArchive } from './archive.ts';
import { brokenSegment, MAX_CHAIN, parseChain } from './chain.ts';
import { digestOf } from './digested.ts';
import { isSignedBy, type Manifest, publicHalf, publicKey, readManifest } from './manifest.ts';
import { FOLDER, PART, RECORDINGS } from './parts.ts';

/** Bytes of the manifest, and of the facts, at most: they are held in memory. */
const MAX_TEXT = 1024 * 1024;

/** What was found of one part of a bundle. */
export interface Finding {
  part: string;
  holds: boolean;
  says: string;
}

/** Whom a bundle has to be signed by, as it was told: a fingerprint, or the key itself. */
export type Expected = { fingerprint: string } | { key: KeyObject };

/** Reads a fingerprint (SHA-256 in hex, with colons or not), a key in PEM or the base64 that we tell; undefined when it is none of them. */
export function readExpected(text: string): Expected | undefined {
  const hex = text.trim().replaceAll(':', '').toLowerCase();
  if (/^[0-9a-f]{64}$/.test(hex)) return { fingerprint: hex };
  try {
    // A private key would be read as the public half that is in it.
    const key = text.includes('-----BEGIN PUBLIC KEY-----') ? createPublicKey(text) : publicKey(text.trim());
    return key?.asymmetricKeyType === 'ed25519' ? { key } : undefined;
  } catch {
    return undefined;
  }
}

const fine = (part: string, says: string): Finding => ({ part, holds: true, says });
const broken = (part: string, says: string): Finding => ({ part, holds: false, says });

const sizeLimit: Readonly<Record<string, number>> = { [PART.manifest]: MAX_TEXT, [PART.facts]: MAX_TEXT, [PART.chain]: MAX_CHAIN };

async function whole(path: string, entry: Entry | undefined): Promise<Buffer> {
  const pieces: Buffer[] = [];
  if (entry) for await (const piece of bytesOf(path, entry)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function signature(manifest: Manifest, bytes: Buffer, sign: Buffer, expected: Expected | undefined): Finding {
  const own = publicKey(manifest.key.public);
  if (!own || publicHalf(own).fingerprint !== manifest.key.fingerprint)
    return broken(PART.signature, 'the key in the manifest is not that of its fingerprint');
  if (expected) {
    const wanted = 'key' in expected ? publicHalf(expected.key).fingerprint : expected.fingerprint;
    if (wanted !== manifest.key.fingerprint)
      return broken(PART.signature, `signed by another key than the given one: ${manifest.key.fingerprint}`);
  }
  if (!isSignedBy(own, bytes, sign)) return broken(PART.signature, 'the signature is not that of this manifest');
  return fine(PART.signature, `signed by ${manifest.key.fingerprint}, ${expected ? 'the given key' : 'which was compared with no key'}`);
}

async function digests(path: string, manifest: Manifest, files: ReadonlyMap<string, Entry>): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { name, bytes, sha256 } of manifest.parts) {
    const entry = files.get(name);
    if (!entry) found.push(broken(name, 'it is missing'));
    else if (entry.size !== bytes) found.push(broken(name, `it has ${entry.size} bytes in place of ${bytes}`));
    else if ((await digestOf(bytesOf(path, entry))).sha256 !== sha256) found.push(broken(name, 'its bytes were changed'));
    else found.push(fine(name, `${bytes} bytes, SHA-256 ${sha256}`));
  }
  const told = new Set<string>([PART.manifest, PART.signature, ...manifest.parts.map(({ name }) => name)]);
  for (const name of files.keys()) if (!told.has(name)) found.push(broken(name, 'the manifest does not know it'));
  return found;
}

async function chain(path: string, files: ReadonlyMap<string, Entry>): Promise<Finding> {
  const recording = RECORDINGS.map((name) => files.get(name)).find(Boolean);
  if (!recording) return broken('recording', 'there is none');
  if (!files.has(PART.chain)) return fine('chain', 'none: the component that recorded this gives no chain, the digest alone holds it');
  const links = parseChain((await whole(path, files.get(PART.chain))).toString());
  if (!links) return broken(PART.chain, 'it is no chain');
  const at = await brokenSegment(Readable.from(bytesOf(path, recording)), links);
  if (at !== undefined) return broken('chain', `it breaks at segment ${at} of ${links.length}`);
  return fine('chain', `${links.length} segments, whole`);
}

async function facts(path: string, manifest: Manifest, files: ReadonlyMap<string, Entry>): Promise<Finding[]> {
  try {
    const { id } = JSON.parse((await whole(path, files.get(PART.facts))).toString()) as { id?: unknown };
    if (id === manifest.session) return [];
  } catch {
    // Said below, like facts of another session.
  }
  return [broken(PART.facts, 'it is not about the session of the manifest')];
}

/**
 * Checks a bundle with nothing but itself: no database, no product, no network. Nothing is unpacked to disk, and memory does not follow its size.
 * @param expected who is to have signed it; without one a signature shows that nothing was changed since, and not whose it is
 * @throws what reading the file throws
 */
export async function verifyBundle(path: string, expected: Expected | undefined): Promise<Finding[]> {
  const file = await open(path, 'r');
  let entries: Entry[];
  try {
    entries = await readArchive(file);
  } catch (error) {
    if (error instanceof ArchiveError) return [broken('archive', error.message)];
    throw error;
  } finally {
    await file.close();
  }
  const folder = entries[0]?.name.split('/')[0] ?? '';
  const files = new Map(entries.map((entry) => [entry.name.slice(folder.length + 1), entry]));
  if (entries.some(({ name }) => !name.startsWith(`${folder}/`))) return [broken('archive', 'its files are not in one folder')];
  for (const [name, { size }] of files)
    if (size > (sizeLimit[name] ?? Number.POSITIVE_INFINITY)) return [broken(name, `it is too large: ${size} bytes`)];

  const [bytes, sign] = [await whole(path, files.get(PART.manifest)), files.get(PART.signature)];
  const manifest = readManifest(bytes);
  if (!manifest) return [broken(PART.manifest, 'there is none that can be read')];
  const whose = folder === `${FOLDER}${manifest.session}` ? [] : [broken('archive', 'its folder is not that of the session')];
  return [
    ...whose,
    sign?.size === 64 ? signature(manifest, bytes, await whole(path, sign), expected) : broken(PART.signature, 'there is none'),
    ...(await digests(path, manifest, files)),
    await chain(path, files),
    ...(await facts(path, manifest, files)),
  ];
}
