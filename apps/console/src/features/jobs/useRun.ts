import { ApiError } from '@postern/client/http';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { keyOf } from '../../data/keys.ts';
import { client } from '../../session/http.ts';
import type { Host } from './results.ts';

/** How often a run is asked about while it goes on, and what its machines answered where they are many. */
const LIVE_MS = 1_000;
const MANY = 200;
/** It is gone, or not for this person: asking again changes nothing. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

const MANY_MS = 5_000;

/** Where runs are asked about: one's own, or those of everybody as auditors have them. */
export type RunsOf = 'jobExecutions' | 'jobLogs';

/** Machines of one question: as many as a page may have. */
const PAGE = 100;

async function everyHost(of: RunsOf, id: string, signal: AbortSignal): Promise<readonly Host[]> {
  const all: Host[] = [];
  for (;;) {
    const { count, results } = await client[of].hosts(id, { limit: PAGE, offset: all.length }, { signal });
    all.push(...results);
    if (all.length >= count || results.length === 0) return all;
  }
}

/** A run and what came of it, live until it is over. */
export function useRun(id: string | undefined, of: RunsOf = 'jobExecutions') {
  const run = useQuery({
    queryKey: [...keyOf(of), 'retrieve', id],
    queryFn: ({ signal }) => client[of].retrieve(id ?? '', {}, { signal }),
    enabled: id !== undefined,
    refetchInterval: (query) => (query.state.data?.is_finished || isGone(query.state.error) ? false : LIVE_MS),
  });
  const over = run.data?.is_finished === true;
  const hosts = useQuery({
    // What is asked at the end is another question: its answer is the last.
    queryKey: [...keyOf(of), 'hosts', id, over],
    queryFn: ({ signal }) => everyHost(of, id ?? '', signal),
    enabled: run.data !== undefined,
    refetchInterval: (query) => (over || isGone(query.state.error) ? false : (query.state.data?.length ?? 0) > MANY ? MANY_MS : LIVE_MS),
    placeholderData: keepPreviousData,
  });
  return { run: run.data, hosts: hosts.data, over, error: run.error };
}
