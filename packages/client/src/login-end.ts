import { ApiError } from './http.ts';

/** When this browser's login ends, in seconds from now (docs/wire/authentication.md#when-a-login-ends); null where it does not end so. */
export interface LoginLeft {
  /** Unless it is used before. */
  unused_seconds: number | null;
  /** However much it is used. */
  seconds: number | null;
}

/** What a person is told before it ends. */
export interface EndNotice {
  /** `unused`: one can stay; `over`: one can only log in again. */
  kind: 'unused' | 'over';
  /** The moment, in milliseconds since 1970 by the clock of this page. */
  at: number;
}

/** Seconds before each end from which it is told. An unused login has five minutes at least, and reading a page for a while is nothing to be told about. */
const AHEAD = { unused: 120, over: 300 } as const;
/** Milliseconds after which it is asked again while a notice stands: somebody may have used the login in another tab. */
const AGAIN_MS = 10_000;
/** And at most without one: the settings may be others by now. */
const MOST_MS = 300_000;
/** After no answer. */
const RETRY_MS = 60_000;
const CHANNEL = 'postern.login-end';

/** What is to be told now; the end that comes first, and of both at once the one that cannot be moved. */
export function noticeOf({ unused_seconds: unused, seconds }: LoginLeft, now: number): EndNotice | undefined {
  const over = seconds !== null && seconds <= AHEAD.over && (unused === null || seconds <= unused);
  if (over) return { kind: 'over', at: now + seconds * 1000 };
  return unused !== null && unused <= AHEAD.unused ? { kind: 'unused', at: now + unused * 1000 } : undefined;
}

/** Milliseconds until there may be something to tell. */
function pauseOf({ unused_seconds: unused, seconds }: LoginLeft): number {
  const until = [unused === null ? [] : unused - AHEAD.unused, seconds === null ? [] : seconds - AHEAD.over].flat();
  return Math.min(MOST_MS, ...until.filter((left) => left > 0).map((left) => left * 1000 + 500));
}

/** Milliseconds by which a moment differs that was worked out again. */
const JITTER_MS = 5_000;
const isSame = (one: EndNotice, other: EndNotice): boolean => one.kind === other.kind && Math.abs(one.at - other.at) < JITTER_MS;

export interface LoginEndWatch {
  /** Uses the login, so that its unused end moves; other tabs hear of it. Rejects as the call does. */
  stay: () => Promise<void>;
  /** Puts away what is told of this end; another is told. */
  dismiss: () => void;
  stop: () => void;
}

/**
 * Looks when the login of this browser ends and says so in time. Looking is no use of the login (docs/decisions/0204), and pages of one browser agree: what one
 * of them does, the others look at.
 *
 * @param ask how long is left; where nobody is logged in any more it rejects, and nothing is asked again until another page has looked
 * @param use uses the login
 * @param told gets a notice, or undefined once there is nothing to tell
 */
export function watchLoginEnd({
  ask,
  use,
  told,
}: {
  ask: () => Promise<LoginLeft>;
  use: () => Promise<unknown>;
  told: (notice: EndNotice | undefined) => void;
}): LoginEndWatch {
  const tabs = new BroadcastChannel(CHANNEL);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;
  let stopped = false;
  let last: EndNotice | undefined;
  let dismissed: EndNotice | undefined;
  /** The same end, told again, keeps its moment: what is read out is to stay the same. */
  const tell = (notice: EndNotice | undefined): void => {
    last = notice && last && isSame(last, notice) ? last : notice;
    told(last === dismissed ? undefined : last);
  };
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    round += 1;
    const mine = round;
    const left = await ask().catch((error: unknown) => (error instanceof ApiError && error.status === 401 ? 'over' : undefined));
    if (stopped || mine !== round) return;
    if (left === 'over') return tell(undefined);
    const notice = left && noticeOf(left, Date.now());
    // Without an answer what was told stays true.
    if (left) tell(notice);
    timer = setTimeout(() => void look(), notice ? AGAIN_MS : left ? pauseOf(left) : RETRY_MS);
  };
  tabs.onmessage = () => void look();
  // A page that comes up may be the first one after a new login.
  tabs.postMessage('look');
  void look();
  return {
    async stay() {
      await use();
      tabs.postMessage('look');
      await look();
    },
    dismiss() {
      dismissed = last;
      told(undefined);
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      tabs.close();
    },
  };
}
