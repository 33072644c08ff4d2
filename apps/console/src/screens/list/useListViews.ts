import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf } from '../../data/keys.ts';
import { readConfig, type SavedView, type ViewConfig } from '../../model/view-config.ts';
import { client } from '../../session/http.ts';

/**
 * The saved views of a table: the person's own, and those that the organisation shares. They are asked for when the address names one, or once somebody wants to see them.
 * @param table key of the table (`columnsKey`)
 * @param active id in the address; empty for none
 */
export function useListViews(table: string, active: string) {
  const queries = useQueryClient();
  const [wanted, setWanted] = useState(false);
  const asked = { table_name: table, order: 'name' };
  const key = keyOf('savedViews', 'list', asked);
  const query = useQuery({
    queryKey: key,
    enabled: wanted || active !== '',
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const answer = await client.savedViews.list(asked, { signal });
      return answer.map(
        ({ id, name, config, is_shared, user, created_by }): SavedView => ({
          id,
          name,
          config: readConfig(config),
          shared: is_shared,
          owner: user,
          author: created_by,
        }),
      );
    },
  });
  const after = async <T>(request: Promise<T>): Promise<T> => {
    const answer = await request;
    await queries.invalidateQueries({ queryKey: key });
    return answer;
  };
  return {
    views: query.data,
    active: query.data?.find((view) => view.id === active),
    want: () => setWanted(true),
    /** Whether the server knows the list as one that others can open: lists inside other pages are none. */
    shareable: !table.includes('*'),
    refresh: () => queries.invalidateQueries({ queryKey: key }),
    /** @param back what a view had that is made again */
    create: (name: string, config: ViewConfig, back: { id?: string; is_shared?: boolean } = {}) =>
      after(client.savedViews.create({ ...back, name, table_name: table, config })),
    change: (id: string, part: { name?: string; config?: ViewConfig; is_shared?: boolean }) =>
      after(client.savedViews.partialUpdate(id, part)),
    remove: (id: string) => after(client.savedViews.destroy(id)),
  };
}
