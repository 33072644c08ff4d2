import type { Client, Entry } from 'ldapts';
import type { DirectoryConfig } from './config.ts';
import { DirectoryError } from './errors.ts';
import { filterFor, filterForAll, isFilter } from './filter.ts';
import { parentGroups } from './parent-groups.ts';
import { type DirectoryPerson, personOf, wantedAttributes } from './person.ts';

/** Most entries that one name may find; two are too many already. */
const FOUND = 2;

function options(config: DirectoryConfig) {
  if (config.bases.length === 0) throw new DirectoryError('no_base');
  if (!isFilter(config.filter)) throw new DirectoryError('filter');
  const { attributes, binary } = wantedAttributes(config);
  return { scope: 'sub', attributes, explicitBufferAttributes: binary } as const;
}

/**
 * Who has a name in the directory. References to other directories are not followed.
 * @returns undefined when nobody has it, and when more than one entry has: it could be anybody
 */
export async function findPerson(client: Client, config: DirectoryConfig, name: string): Promise<DirectoryPerson | undefined> {
  const usual = options(config);
  const found = new Map<string, Entry>();
  for (const base of config.bases) {
    const { searchEntries } = await client.search(base, { ...usual, filter: filterFor(config.filter, name), sizeLimit: FOUND });
    // Places to search below may overlap.
    for (const entry of searchEntries) found.set(entry.dn.toLowerCase(), entry);
  }
  const [entry, ...others] = found.values();
  const person = entry && others.length === 0 ? personOf(entry, config) : undefined;
  return person && (await parentGroups(client, config)([person]))[0];
}

/** Everybody below one entry, page by page. @throws DirectoryError */
export async function* peopleBelow(
  client: Client,
  config: DirectoryConfig,
  base: string,
  withParents = parentGroups(client, config),
): AsyncGenerator<DirectoryPerson[]> {
  const filter = filterForAll(config.filter);
  for await (const { searchEntries } of client.searchPaginated(base, { ...options(config), filter, paged: { pageSize: config.pageSize } }))
    yield await withParents(searchEntries.flatMap((entry) => personOf(entry, config) ?? []));
}
