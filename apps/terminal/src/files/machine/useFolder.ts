import { useCallback, useEffect, useRef, useState } from 'react';
import type { Entry, SftpClient } from '../sftp/client.ts';
import { firstFolder, readFolder } from './listing.ts';

export interface Folder {
  path: string;
  entries: readonly Entry[];
  /** There are more than are shown. */
  cut: boolean;
  loading: boolean;
  error: unknown;
  go(path: string): void;
  reload(): void;
}

const EMPTY = { path: '', entries: [] as readonly Entry[], cut: false, loading: true, error: undefined as unknown };

/** The folder that is shown. What was there stays until the next one has come; one that cannot be read says so and leaves it. */
export function useFolder(client: SftpClient | null, first: string): Folder {
  const [state, setState] = useState(EMPTY);
  const reading = useRef<AbortController | null>(null);
  const path = useRef('');

  const read = useCallback(
    async (over: SftpClient, wanted: string | undefined) => {
      reading.current?.abort();
      const stop = new AbortController();
      reading.current = stop;
      setState((now) => ({ ...now, loading: true, error: undefined }));
      try {
        const to = wanted ?? (await firstFolder(over, first));
        const found = await readFolder(over, to, stop.signal);
        if (stop.signal.aborted) return;
        path.current = to;
        setState({ path: to, ...found, loading: false, error: undefined });
      } catch (error) {
        if (!stop.signal.aborted) setState((now) => ({ ...now, loading: false, error }));
      }
    },
    [first],
  );

  useEffect(() => {
    if (client) void read(client, path.current === '' ? undefined : path.current);
    return () => reading.current?.abort();
  }, [client, read]);

  const go = useCallback(
    (to: string) => {
      if (client) void read(client, to);
    },
    [client, read],
  );
  const reload = useCallback(() => {
    if (client) void read(client, path.current === '' ? undefined : path.current);
  }, [client, read]);
  return { ...state, go, reload };
}
