import type { FilesSessionData } from '@postern/contract/frames';
import { toast } from '@postern/ui';
import { useEffect, useRef, useState } from 'react';
import type { TabPhase } from '../sessions/tabs-state.ts';
import type { Ending } from '../transport/connection-parts.ts';
import { openLine } from './line.ts';
import type { SftpClient } from './sftp/client.ts';

export interface FilesInput {
  /** Resolves the address of the socket; called for every attempt. */
  address: () => Promise<string>;
  /** A new number connects again. */
  attempt: number;
  visible: boolean;
  onPhase: (phase: TabPhase) => void;
}

export interface LineState {
  sftp: SftpClient | null;
  session: FilesSessionData | null;
  ending: Ending | null;
  /** When the gateway restarts, where it said so; milliseconds. */
  restartAt: number | null;
}

const CONNECTING: LineState = { sftp: null, session: null, ending: null, restartAt: null };

/** Keeps a line to the session of files, one for each attempt. */
export function useLine(input: FilesInput): LineState {
  const [state, setState] = useState(CONNECTING);
  const latest = useRef(input);
  latest.current = input;
  const { attempt } = input;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is what connects again
  useEffect(() => {
    let current = true;
    setState(CONNECTING);
    latest.current.onPhase('connecting');
    const line = openLine(latest.current.address(), {
      onReady(sftp, session) {
        if (!current) return;
        setState((now) => ({ ...now, sftp, session, ending: null }));
        latest.current.onPhase('connected');
      },
      onRestart: (restartAt) => current && setState((now) => ({ ...now, restartAt })),
      onNotice: (detail) => current && toast.error(detail),
      onEnd(ending) {
        if (!current) return;
        setState((now) => ({ ...now, sftp: null, ending, restartAt: null }));
        latest.current.onPhase('ended');
      },
    });
    return () => {
      current = false;
      line.close();
    };
  }, [attempt]);
  return state;
}
