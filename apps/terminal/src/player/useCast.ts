import { useQuery } from '@tanstack/react-query';
import { useServices } from '../shell/services.tsx';
import { castText, parseCast, wholeRecording } from './cast.ts';
import { piecewise } from './pieces.ts';

const POLL_MS = 2000;
/** After so many times nobody waits any longer for a worker: the recording is played as a whole. */
const MAX_POLLS = 15;

async function bytesAt(address: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(address, { credentials: 'same-origin', ...(signal ? { signal } : {}) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.arrayBuffer();
}

/** A recording as it is played: in pieces where it is long (docs/wire/sessions.md#recordings), else as a whole. */
export function useCast(session: string, src: string, enabled: boolean) {
  const { api } = useServices();
  return useQuery({
    queryKey: ['cast', src],
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      for (let asked = 0; asked < MAX_POLLS; asked += 1) {
        const known = await api.replayIndex(session);
        signal.throwIfAborted();
        if (known.status === 'pieces') return piecewise(known, (n) => bytesAt(api.pieceAddress(session, n)));
        if (known.status !== 'running') break;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      return wholeRecording(parseCast(await castText(await bytesAt(src, signal))));
    },
  });
}
