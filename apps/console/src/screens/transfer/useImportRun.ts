import { type ImportAnswer, type ImportPortion, MAX_PORTION } from '@postern/contract/transfer';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../session/errors.ts';
import { type ImportEvent, type ImportRun, importReducer, nextPortion, nextRows, type Pass } from './import-run.ts';

const FIRST_PORTION = 50;
/** Between two portions (docs/behaviour/transfer.md#an-import). */
const PAUSE_MS = 100;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

export interface ImportControl {
  run: ImportRun;
  /** Rows are on their way, perhaps after a stop. */
  inFlight: boolean;
  /** Why the run stopped by itself. */
  problem: string | undefined;
  /** Rows per second of the running pass; 0 until there is a figure. */
  speed: number;
  start: (pass: Pass) => void;
  stop: () => void;
  edit: (n: number, field: string, value: unknown) => void;
}

/**
 * Runs an import: sends its rows in portions, one after the other, until there are none or it is stopped. A request that
 * fails stops it; the server tells rows that were written from rows that were not, so going on never writes twice.
 */
export function useImportRun(opened: ImportRun, send: (portion: ImportPortion) => Promise<ImportAnswer>): ImportControl {
  const [run, setRun] = useState(opened);
  // The loop below must read the newest state, also between two drawings.
  const current = useRef(opened);
  const [inFlight, setInFlight] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [speed, setSpeed] = useState(0);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const apply = useCallback((event: ImportEvent) => {
    current.current = importReducer(current.current, event);
    setRun(current.current);
  }, []);

  const loop = async (pass: Pass) => {
    let size = FIRST_PORTION;
    let answered = 0;
    const began = performance.now();
    while (!gone.current && current.current.phase === 'started') {
      const rows = nextRows(current.current, size);
      if (rows.length === 0) return apply({ type: 'stop' });
      const { mode, source } = current.current;
      const asked = performance.now();
      try {
        const portion = rows.map(({ n, values }) => ({ n, values: { ...values } }));
        const { results } = await send({ mode, source, dry_run: pass === 'check', rows: portion });
        apply({ type: 'answered', results });
      } catch (error) {
        setProblem(errorMessage(error));
        return apply({ type: 'stop' });
      }
      answered += rows.length;
      setSpeed((answered * 1000) / (performance.now() - began));
      size = nextPortion(rows.length, performance.now() - asked, MAX_PORTION);
      if (current.current.phase === 'started') await pause();
    }
  };

  return {
    run,
    inFlight,
    problem,
    speed,
    start: (pass) => {
      setProblem(undefined);
      setSpeed(0);
      setInFlight(true);
      apply({ type: 'start', pass });
      void loop(pass).finally(() => setInFlight(false));
    },
    stop: () => apply({ type: 'stop' }),
    edit: (n, field, value) => apply({ type: 'edit', n, field, value }),
  };
}
