import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseUuid } from '@postern/contract/ids';

/** The spool: one set of files per session, named by its id, until the core has them. */
export interface SpoolPaths {
  cast: string;
  chain: string;
  gzip: string;
  /** How the session ended, while the core could not be told. */
  end: string;
}

export const spoolPaths = (dir: string, sessionId: string): SpoolPaths => ({
  cast: join(dir, `${sessionId}.cast`),
  chain: join(dir, `${sessionId}.chain`),
  gzip: join(dir, `${sessionId}.cast.gz`),
  end: join(dir, `${sessionId}.end`),
});

/** Where copies of files lie until the core has them: beside the spool, which is of recordings alone. */
export const copiesDir = (spool: string): string => join(dirname(spool), 'copies');

export async function openSpool(dir: string): Promise<void> {
  for (const one of [dir, copiesDir(dir)]) await mkdir(one, { recursive: true, mode: 0o700 });
}

/** Ids of the sessions whose recording lies in the spool. Anything not named by an id is left alone. */
export async function spooledSessions(dir: string): Promise<string[]> {
  const names = await readdir(dir);
  return names.flatMap((name) => {
    const id = name.endsWith('.cast') ? name.slice(0, -'.cast'.length) : '';
    return parseUuid(id) === id ? [id] : [];
  });
}
