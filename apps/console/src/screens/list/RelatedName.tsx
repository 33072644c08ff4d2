import { useQuery } from '@tanstack/react-query';
import { relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { collectionAt } from '../../session/http.ts';

/** Name of a related object known by its id, as a link brings it along. The id itself when it may not be read. */
export function RelatedName({ url, id }: { url: string; id: string }) {
  const { data } = useQuery({
    queryKey: ['related-name', url, id],
    queryFn: ({ signal }) => collectionAt<Row>(url).retrieve(id, {}, { signal }),
    staleTime: 300_000,
    retry: false,
  });
  return data ? relatedName(data) : id;
}
