import type { Page } from '@postern/contract/wire';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { http } from '../../session/http.ts';
import { pageOf } from '../data/api.ts';
import { detailUrl } from '../model/resource.ts';
import { readConfig, type SavedView, type ViewConfig } from '../model/view-config.ts';

const VIEWS = 'settings/saved-views/';

/**
 * The person's saved views of a table. They are asked for when the address names one, or once somebody wants to see them.
 * @param table key of the table (`columnsKey`)
 * @param active id in the address; empty for none
 */
export function useListViews(table: string, active: string) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState(false);
  const key = ['saved-views', table];
  const query = useQuery({
    queryKey: key,
    enabled: wanted || active !== '',
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const answer = await http.get<Page<SavedView> | SavedView[]>(VIEWS, { query: { table_name: table, order: 'name' }, signal });
      return pageOf(answer).rows.map(({ id, name, config }): SavedView => ({ id, name, config: readConfig(config) }));
    },
  });
  const after = async <T>(request: Promise<T>): Promise<T> => {
    const answer = await request;
    await client.invalidateQueries({ queryKey: key });
    return answer;
  };
  return {
    views: query.data,
    active: query.data?.find((view) => view.id === active),
    want: () => setWanted(true),
    create: (name: string, config: ViewConfig) => after(http.post<SavedView>(VIEWS, { name, table_name: table, config })),
    change: (id: string, part: { name?: string; config?: ViewConfig }) => after(http.patch<SavedView>(detailUrl(VIEWS, id), part)),
    remove: (id: string) => after(http.del(detailUrl(VIEWS, id))),
  };
}
