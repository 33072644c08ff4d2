import { addressOf } from '@postern/client/api';
import type { Api, Json } from '@postern/testkit/api';
import { until } from './until.ts';

const RUNS = addressOf('jobExecutions');
const LONGEST_MS = 240_000;

/** A run of a job as its owner sees it. */
export interface JobRuns {
  hostsOf(id: string): Promise<Json[]>;
  /** The run, once it is over, and what became of each machine. */
  over(id: string): Promise<{ run: Json; hosts: Json[] }>;
  /** The log so far: it is handed out in portions. */
  logOf(id: string): Promise<string>;
}

/** @param owner asked for each time, as it may not be there yet */
export function jobRuns(owner: () => Api): JobRuns {
  const hostsOf = async (id: string): Promise<Json[]> => (await owner().get<Json[]>(`${RUNS}${id}/hosts/`)).body;
  return {
    hostsOf,
    async over(id) {
      const run = await until('the run is over', LONGEST_MS, async () => {
        const { body } = await owner().get<Json>(`${RUNS}${id}/`);
        return body.is_finished && body;
      });
      return { run, hosts: await hostsOf(id) };
    },
    async logOf(id) {
      let [text, mark] = ['', '0'];
      for (;;) {
        const { body } = await owner().get<Json>(addressOf('celeryTask', 'log', 'x', id), { query: { mark } });
        if (!body.mark || body.mark === mark) return text;
        text += String(body.data);
        mark = String(body.mark);
      }
    },
  };
}
