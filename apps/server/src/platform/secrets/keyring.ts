import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrMakeToken } from '../config/token-file.ts';

export interface MasterKey {
  /** First 16 hex digits of a hash of the key: names it without telling it. */
  id: string;
  key: Buffer;
}

/** Master keys: the first wraps, all open. */
export interface Keyring {
  current(): MasterKey;
  /** @throws Error when no such key is known, even after reading the key file again. */
  byId(id: string): MasterKey;
  reload(): void;
}

function masterKey(text: string): MasterKey {
  const key = Buffer.from(hkdfSync('sha256', text, 'postern', 'master key', 32));
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 16), key };
}

/** A keyring over the given texts. `again` reads them anew, for a rotation that happens while this process runs. */
export function keyringOf(texts: readonly string[], again?: () => readonly string[]): Keyring {
  let keys = texts.map(masterKey);
  const reload = (): void => {
    if (again) keys = again().map(masterKey);
  };
  return {
    reload,
    current() {
      const first = keys[0];
      if (!first) throw new Error('There is no master key');
      return first;
    },
    byId(id) {
      let found = keys.find((key) => key.id === id);
      if (!found) {
        reload();
        found = keys.find((key) => key.id === id);
      }
      if (!found) throw new Error(`The master key ${id} is not known; was it removed before the rotation had finished?`);
      return found;
    },
  };
}

export const masterKeyFile = (dataDir: string): string => join(dataDir, 'master-key');

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Keys given by POSTERN_SECRET_KEY, else those of the key file in the data folder, made on first use with 0600 rights. */
export async function loadKeyring(dataDir: string, given: readonly string[]): Promise<Keyring> {
  if (given.length) return keyringOf(given);
  const file = masterKeyFile(dataDir);
  await readOrMakeToken(file);
  const read = (): string[] => lines(readFileSync(file, 'utf8'));
  return keyringOf(read(), read);
}

async function replaceFile(file: string, keys: readonly string[]): Promise<void> {
  // Written beside and renamed: a crash leaves the old file or the new one, never half of one.
  await writeFile(`${file}.new`, `${keys.join('\n')}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Puts a new random key before the known ones. A rotation that was cut off is continued instead: then nothing changes. */
export async function addKeyToFile(dataDir: string): Promise<void> {
  const file = masterKeyFile(dataDir);
  const known = lines(readFileSync(file, 'utf8'));
  if (known.length > 1) return;
  await replaceFile(file, [randomBytes(32).toString('base64url'), ...known]);
}

/** Forgets all keys but the current one, when nothing is wrapped by them any more. */
export async function dropOldKeysFromFile(dataDir: string): Promise<void> {
  const file = masterKeyFile(dataDir);
  await replaceFile(file, lines(readFileSync(file, 'utf8')).slice(0, 1));
}
