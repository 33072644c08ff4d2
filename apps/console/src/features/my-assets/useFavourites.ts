import { toast } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { client } from '../../session/http.ts';

/** The person's favourites, and the way to mark and unmark one. */
export function useFavourites() {
  const { t } = useTranslation('features');
  const queries = useQueryClient();
  const runAction = useRunAction();
  const { data } = useQuery({
    queryKey: keyOf('favoriteAssets', 'list'),
    queryFn: async ({ signal }) => new Set((await client.favoriteAssets.list({}, { signal })).map((row) => row.asset)),
  });
  const has = (asset: string): boolean => data?.has(asset) ?? false;
  const toggle = async (asset: string): Promise<void> => {
    const favourite = has(asset);
    const { bulkDestroy, create } = client.favoriteAssets;
    if (!(await runAction(() => (favourite ? bulkDestroy({ asset }) : create({ asset }))))) return;
    toast.success(t(favourite ? 'myAssets.favouriteRemoved' : 'myAssets.favouriteAdded'));
    await queries.invalidateQueries({ queryKey: keyOf('favoriteAssets') });
    await queries.invalidateQueries({ queryKey: keyOf('permsUsers', 'favoriteAssets', 'self') });
  };
  return { has, toggle };
}
