import type { Page } from '@postern/contract/wire';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { pageOf } from '../../screens/data/api.ts';
import { detailUrl, type Resource } from '../../screens/model/resource.ts';
import { http } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';
import type { Platform } from './category-fields.ts';

interface Asked {
  /** Id or name; without it the asset's own, or the first of the category. */
  platform: string | null;
  category: string;
  resource: Resource;
  id: string | undefined;
}

async function platformIdOf({ platform, category, resource, id }: Asked, signal: AbortSignal): Promise<string> {
  if (platform) return platform;
  if (id) return String((await http.get<{ platform: { id: number } }>(detailUrl(resource.url, id), { signal })).platform.id);
  const found = await http.get<Page<Platform> | Platform[]>(RESOURCES.platform.url, { query: { category, limit: 1, offset: 0 }, signal });
  // 1 is Linux on every installation (docs/wire/assets.md#built-in-platforms).
  return String(pageOf(found).rows[0]?.id ?? 1);
}

/** The platform an asset's form is about. While another one loads the form keeps what was typed. */
export const usePlatform = (asked: Asked) =>
  useQuery({
    queryKey: ['platform', asked.platform ?? `${asked.category} ${asked.id ?? ''}`],
    queryFn: async ({ signal }) =>
      http.get<Platform>(`${RESOURCES.platform.url}${encodeURIComponent(await platformIdOf(asked, signal))}/`, { signal }),
    placeholderData: keepPreviousData,
  });
