import type { Context } from '@postern/resource';
import type { SystemAccess } from '../../platform/platform.ts';
import type { Attributes } from '../identities/index.ts';
import type { DirectoryConfig } from './config.ts';
import { withDirectory } from './connection.ts';
import { DirectoryError } from './errors.ts';
import { parentGroups } from './parent-groups.ts';
import { keepPeople } from './people.queries.ts';
import type { DirectoryPerson } from './person.ts';
import { peopleBelow } from './search.ts';

declare module '@postern/resource/database' {
  interface Columns {
    'directory_people.groups': readonly string[];
    'directory_people.attributes': Attributes;
  }
}

/** People of one reading. */
const MAX_PEOPLE = 200_000;
/** People of one statement. */
const PART = 250;

async function keep(ctx: Context, run: string, people: readonly DirectoryPerson[]): Promise<void> {
  // The same entry may stand below two of the places that are searched.
  const rows = new Map(people.map(({ dn: _, ...person }) => [person.subject, person]));
  await keepPeople(ctx, run, [...rows.values()]);
}

/**
 * Reads who is in the directory, page by page, so that fifty thousand people need no more memory than one page. Who was there before and is not now
 * is forgotten once all of it was read without an error.
 * @returns how many there are
 * @throws DirectoryError
 */
export async function readPeople(
  { system, allow }: { system: SystemAccess; allow: readonly string[] },
  config: DirectoryConfig,
  run: string,
  { signal, progress }: { signal: AbortSignal; progress(done: number): void },
): Promise<number> {
  let count = 0;
  await withDirectory(config, allow, async (client) => {
    count = 0;
    const withParents = parentGroups(client, config);
    for (const base of config.bases)
      for await (const page of peopleBelow(client, config, base, withParents)) {
        signal.throwIfAborted();
        for (let at = 0; at < page.length; at += PART)
          await system.asSystem('people of the directory', (ctx) => keep(ctx, run, page.slice(at, at + PART)));
        count += page.length;
        progress(count);
        if (count > MAX_PEOPLE) throw new DirectoryError('too_many');
      }
  });
  await system.asSystem('people of the directory', (ctx) => ctx.tx.deleteFrom('directory_people').where('seen_in', '<>', run).execute());
  return count;
}
