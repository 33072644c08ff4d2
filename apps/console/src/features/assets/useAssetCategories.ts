import type { Row } from '@postern/client/api';
import { useQuery } from '@tanstack/react-query';
import { keyOf } from '../../data/keys.ts';
import { client } from '../../session/http.ts';

export type AssetCategory = Row<'categories'>;

/** Categories of assets with their types, in the reader's language; asked once. Undefined until they are there. */
export function useAssetCategories(): AssetCategory[] | undefined {
  return useQuery({
    queryKey: keyOf('categories', 'list'),
    queryFn: ({ signal }) => client.categories.list({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
