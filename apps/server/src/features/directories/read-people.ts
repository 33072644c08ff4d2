import type { Context } from '@postern/resource';
import type { SystemAccess } from '../../platform/platform.ts';
import type { Attributes } from '../identities/index.ts';
import type { DirectoryConfig } from './config.ts';
import { withDirectory } from './connection.ts';
import { DirectoryError } from './errors.ts';
import { parentGroups } from './parent-groups.ts';
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
/** People of one statement, which may have 65,535 parameters. */
const PART = 1_000;

async function keep(ctx: Context, run: string, people: readonly DirectoryPerson[]): Promise<void> {
  // The same entry may stand below two of the places that are searched.
  const rows = new Map(
    people.map(({ dn: _, groups, attributes, ...person }) => [
      person.subject,
      { ...person, groups: JSON.stringify(groups), attributes: JSON.stringify(attributes), seen_in: run },
    ]),
  );
  await ctx.tx
    .insertInto('directory_people')
    .values([...rows.values()])
    .onConflict((clash) =>
      clash.column('subject').doUpdateSet((set) => ({
        username: set.ref('excluded.username'),
        name: set.ref('excluded.name'),
        email: set.ref('excluded.email'),
        phone: set.ref('excluded.phone'),
        groups: set.ref('excluded.groups'),
        attributes: set.ref('excluded.attributes'),
        active: set.ref('excluded.active'),
        seen_in: set.ref('excluded.seen_in'),
      })),
    )
    .execute();
}

/**
 * Reads who is in the directory, page by page, so that ten thousand people need no more memory than one page. Who was there before and is not now
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
