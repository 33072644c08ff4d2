import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { keyOf } from '../../data/keys.ts';
import type { Resource } from '../../model/resource.ts';
import { client, collectionAt } from '../../session/http.ts';
import { categoryOf } from './asset-kinds.ts';

interface Asked {
  /** Id or name; without it the asset's own, or the first of the category. */
  platform: string | null;
  category: string;
  resource: Resource;
  id: string | undefined;
}

async function platformIdOf({ platform, category, resource, id }: Asked, signal: AbortSignal): Promise<string> {
  if (platform) return platform;
  if (id) return String((await collectionAt<{ platform: { id: number } }>(resource.url).retrieve(id, {}, { signal })).platform.id);
  const found = await client.platforms.list({ category: categoryOf(category), limit: 1, offset: 0 }, { signal });
  // 1 is Linux on every installation (docs/wire/assets.md#built-in-platforms).
  return String(found.results[0]?.id ?? 1);
}

/** The platform an asset's form is about. While another one loads the form keeps what was typed. */
export const usePlatform = (asked: Asked) =>
  useQuery({
    queryKey: keyOf('platforms', 'retrieve', asked.platform ?? `${asked.category} ${asked.id ?? ''}`),
    queryFn: async ({ signal }) => client.platforms.retrieve(await platformIdOf(asked, signal), {}, { signal }),
    placeholderData: keepPreviousData,
  });
