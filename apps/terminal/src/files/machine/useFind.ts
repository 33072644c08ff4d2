import { useCallback, useEffect, useRef, useState } from 'react';
import type { SftpClient } from '../sftp/client.ts';
import { type Found, walk } from '../sftp/walk.ts';

/** Hits that are shown, and entries that are looked at, before a search stops by itself. */
const MOST_FOUND = 500;
const MOST_SEEN = 200_000;
const DRAW_MS = 200;

export interface Find {
  found: readonly Found[];
  seen: number;
  running: boolean;
  /** There is more than is shown. */
  cut: boolean;
  start(folder: string, wanted: string): void;
  stop(): void;
}

/** Looks for part of a name below a folder. */
export function useFind(client: SftpClient | null): Find {
  const [state, setState] = useState({ found: [] as readonly Found[], seen: 0, running: false, cut: false });
  const running = useRef<AbortController | null>(null);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  async function search(over: SftpClient, folder: string, wanted: string, signal: AbortSignal): Promise<void> {
    const found: Found[] = [];
    let [seen, drawn, cut] = [0, 0, false];
    const draw = (on: boolean): void => setState({ found: [...found], seen, running: on, cut });
    try {
      for await (const one of walk(over, folder, { signal, onUnreadable: () => undefined })) {
        seen += 1;
        if (one.entry.name.toLowerCase().includes(wanted)) found.push(one);
        cut = found.length >= MOST_FOUND || seen >= MOST_SEEN;
        if (cut) break;
        if (performance.now() - drawn > DRAW_MS) {
          drawn = performance.now();
          draw(true);
        }
      }
    } catch {
      // Stopped, or the line is gone: what was found stays.
    }
    if (running.current?.signal === signal) draw(false);
  }

  return {
    ...state,
    start(folder, text) {
      const wanted = text.trim().toLowerCase();
      if (!client || wanted === '') return;
      stop();
      running.current = new AbortController();
      setState({ found: [], seen: 0, running: true, cut: false });
      void search(client, folder, wanted, running.current.signal);
    },
    stop,
  };
}
