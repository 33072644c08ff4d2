/** What a start says of itself: what it waits for, how far that is, and how long it took. */
export interface Phases {
  /** Another one begins, and the one before has ended. */
  begin(title: string): void;
  /** How far it is. */
  at(detail: string): void;
  /** The last one has ended. */
  done(): void;
  /** It was broken off. */
  failed(): void;
  /** Says something else. */
  line(text: string): void;
}

const TICK_MS = 1_000;
/** ECMA-48: to the beginning of the line, which is made empty. */
const AGAIN = '\r\u001b[2K';

interface Running {
  title: string;
  detail: string;
  since: number;
}

/**
 * @param live on a terminal the phase that runs is one line that is rewritten; elsewhere a line says that it begins and one that it has ended
 * @param clock milliseconds, monotonic
 */
export function createPhases(
  { live, write }: { live: boolean; write: (text: string) => void },
  clock: () => number = () => performance.now(),
): Phases {
  let running: Running | undefined;
  let timer: NodeJS.Timeout | undefined;
  const said = ({ title, detail }: Running): string => (detail === '' ? title : `${title}: ${detail}`);
  const show = (): void => {
    if (live && running) write(`${AGAIN}… ${said(running)} (${Math.round((clock() - running.since) / 1000)} s)`);
  };
  function end(mark: '✓' | '✗'): void {
    clearInterval(timer);
    if (running) write(`${live ? AGAIN : ''}${mark} ${said(running)} (${((clock() - running.since) / 1000).toFixed(1)} s)\n`);
    running = undefined;
  }
  return {
    begin(title) {
      end('✓');
      running = { title, detail: '', since: clock() };
      if (!live) return write(`… ${title}\n`);
      show();
      timer = setInterval(show, TICK_MS).unref();
    },
    at(detail) {
      if (running) running.detail = detail;
      show();
    },
    done: () => end('✓'),
    failed: () => end('✗'),
    line(text) {
      write(`${live && running ? AGAIN : ''}${text}\n`);
      show();
    },
  };
}
