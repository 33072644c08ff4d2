import { storePrefetched } from '../data/prefetched.ts';
import { readStored } from '../data/useStored.ts';
import { RESOURCES } from '../features/resources.ts';
import { METADATA_QUERY, readListState, requestQuery, storedSize } from '../model/list-query.ts';
import { collectionAt, http } from '../session/http.ts';

/** Lists whose request follows from the address alone. */
const PLAIN = [RESOURCES.user, RESOURCES.group, RESOURCES.asset, RESOURCES.platform, RESOURCES.permission];

/** Asks for the rows and the metadata of the list at an address, in the words its screen will use; nothing when there is none. */
export function prefetchList(address: string): void {
  const [path = '', search = ''] = address.split(/[?#]/);
  const resource = PLAIN.find((candidate) => candidate.path === path.replace(/\/$/, ''));
  if (!resource) return;
  const query = requestQuery(readListState(new URLSearchParams(search), storedSize(readStored), undefined));
  storePrefetched(resource.url, query, collectionAt(resource.url).list(query));
  storePrefetched(`OPTIONS ${resource.url}`, METADATA_QUERY, http.options(resource.url, { query: METADATA_QUERY }));
}
