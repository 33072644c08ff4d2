import { useQuery } from '@tanstack/react-query';
import { http } from '../../session/http.ts';

export interface AssetCategory {
  value: string;
  label: string;
  types: { value: string; label: string; constraints: { protocols: { name: string; port: number }[] } }[];
}

/** Categories of assets with their types, in the reader's language; asked once. Undefined until they are there. */
export function useAssetCategories(): AssetCategory[] | undefined {
  return useQuery({
    queryKey: ['asset-categories'],
    queryFn: ({ signal }) => http.get<AssetCategory[]>('assets/categories/', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
