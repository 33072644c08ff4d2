import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Reads a secret kept in a file, making one (256 random bits unless told) on first use. The file is readable by its owner only.
 * Two processes starting at once agree: the one that comes second reads what the first wrote.
 */
export async function readOrMakeToken(file: string, make: () => string = () => randomBytes(32).toString('base64url')): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known.trim()) return known.trim();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const token = make();
  try {
    await writeFile(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
    return token;
  } catch (error) {
    const written = (await readFile(file, 'utf8').catch(() => '')).trim();
    if (written) return written;
    throw error;
  }
}

/** Where the token with which components register is kept, unless the environment gives it. */
export const bootstrapTokenFile = (dataDir: string): string => join(dataDir, 'bootstrap-token');

/**
 * Replaces a token that is kept in a file. Written beside and renamed: a crash leaves the old one or the new one.
 * @returns the new one
 */
export async function replaceToken(file: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${token}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return token;
}
