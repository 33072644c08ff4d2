import type { ResourceMetadata } from '@postern/contract/metadata';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { http } from '../../session/http.ts';

/**
 * OPTIONS metadata of a URL: asked once per URL and language, and shared by the table, the search box and the form
 * that want it at the same time (shell §6). Undefined URL asks nothing.
 */
export function useMetadata(url: string | undefined) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['metadata', url, i18n.language],
    queryFn: ({ signal }) => http.options<ResourceMetadata>(url ?? '', { query: { draw: 1, display: 1 }, signal }),
    enabled: url !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
