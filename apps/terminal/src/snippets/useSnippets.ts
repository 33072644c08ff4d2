import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useServices } from '../shell/services.tsx';
import type { Snippet, SnippetBody } from '../transport/api.ts';

const KEY = ['snippets'];

/** The kept commands of the person and of the organisation, and what changes them. */
export function useSnippets() {
  const { api } = useServices();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: () => api.snippets() });
  const again = <T>(done: T): Promise<T> => queries.invalidateQueries({ queryKey: KEY }).then(() => done);
  return {
    snippets: data,
    error,
    retry: () => void refetch(),
    save: (id: string | null, body: SnippetBody) => api.saveSnippet(id, body).then(again),
    remove: (id: string) => api.removeSnippet(id).then(again),
  };
}

/** Those whose name or command has every word of the search. */
export function matching(snippets: readonly Snippet[], search: string): readonly Snippet[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return snippets.filter(({ name, args }) => {
    const text = `${name}\n${args}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
