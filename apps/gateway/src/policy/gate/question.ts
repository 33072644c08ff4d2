const CTRL_C = 3;
const CTRL_D = 4;

/** A question of ours on the person's terminal: while it is open, keys answer it and go nowhere else. */
export interface Question {
  open(): boolean;
  take(bytes: Buffer): void;
  /** Waits for Y, Enter, N, Ctrl+C or Ctrl+D. */
  yes(): Promise<boolean>;
  /** Runs `work` with a signal that Ctrl+C and Ctrl+D abort. */
  withdrawable<T>(work: (cancelled: AbortSignal) => Promise<T>): Promise<T>;
  /** The session is over: that is no. */
  stop(): void;
}

export function createQuestion(): Question {
  let stopped = false;
  let answer: ((bytes: Buffer) => void) | undefined;
  return {
    open: () => answer !== undefined,
    take: (bytes) => answer?.(bytes),
    yes: () =>
      new Promise((resolve) => {
        if (stopped) return resolve(false);
        answer = (bytes) => {
          const key = bytes[0];
          const agreed = key === 13 || key === 0x79 || key === 0x59;
          if (!agreed && key !== 0x6e && key !== 0x4e && key !== CTRL_C && key !== CTRL_D) return;
          answer = undefined;
          resolve(agreed && !stopped);
        };
      }),
    async withdrawable(work) {
      const cancel = new AbortController();
      answer = (bytes) => {
        if (bytes.includes(CTRL_C) || bytes.includes(CTRL_D)) cancel.abort();
      };
      try {
        return await work(cancel.signal);
      } finally {
        answer = undefined;
      }
    },
    stop() {
      stopped = true;
      answer?.(Buffer.from([CTRL_C]));
    },
  };
}
