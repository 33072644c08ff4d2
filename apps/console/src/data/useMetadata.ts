import type { ResourceMetadata } from '@postern/contract/metadata';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { METADATA_QUERY } from '../model/list-query.ts';
import { http } from '../session/http.ts';
import { takePrefetched } from './prefetched.ts';

/**
 * OPTIONS metadata of a URL: asked once per URL and language, and shared by the table, the search box and the form
 * that want it at the same time (docs/behaviour/lists.md#rows-and-metadata). Undefined URL asks nothing.
 */
export function useMetadata(url: string | undefined) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['metadata', url, i18n.language],
    queryFn: ({ signal }) =>
      takePrefetched<ResourceMetadata>(`OPTIONS ${url}`, METADATA_QUERY) ??
      http.options<ResourceMetadata>(url ?? '', { query: METADATA_QUERY, signal }),
    enabled: url !== undefined,
    // In another language the words of this very URL stay until the new ones are there: an open form is not taken down.
    placeholderData: (before, query) => (query?.queryKey[1] === url ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
