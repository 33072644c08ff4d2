import type { Api } from './api.ts';
import { CoreError } from './component-request.ts';

/** Where a login stands after a step (docs/wire/authentication.md#how-a-login-goes). */
export type LoginStep =
  /** `login`: what the core is asked by whether it still stands; cores of others tell none. */
  | { step: 'in'; user: { id: string; username: string }; login: string | undefined }
  /** A second factor is due, one of these kinds. */
  | { step: 'factor'; kinds: readonly string[] }
  /** `ticket`: its id, where the core tells it. */
  | { step: 'review'; assignees: readonly string[]; ticket: string }
  | Refused;

interface Refused {
  step: 'refused';
  code: string;
  detail: string;
}

/** A login that its person confirms in a browser. */
export interface BrowserLogin {
  /** The page, code included. */
  url: string;
  /** What that page shows, for the person to compare. */
  code: string;
  /** Milliseconds between two questions. */
  pollMs: number;
  /** @returns undefined while nobody has decided; the next step from then on */
  state(): Promise<LoginStep | undefined>;
}

/** The login of one person at the door of a component: one conversation, whose cookies hold how far it has come. */
export interface PersonLogin {
  /** The first step, and again, with the name alone, after each of the others. */
  attempt(given: { username: string; password?: string; publicKey?: string }): Promise<LoginStep>;
  /** Instead of the first step. The one who confirms has to be the one who is named. @returns why it cannot be */
  byBrowser(username: string): Promise<BrowserLogin | Refused>;
  /** Says which kind of second factor is shown; a code that has to be sent goes out. @returns why it cannot be */
  chooseFactor(kind: string): Promise<Refused | undefined>;
  /** @returns why the code was refused, in words; undefined when it was right */
  proveFactor(kind: string, code: string): Promise<string | undefined>;
  reviewState(): Promise<'approved' | 'waiting' | 'over'>;
  /** Withdraws the review. */
  cancelReview(): Promise<void>;
}

/** Seconds, at most, between two questions. */
const MAX_INTERVAL = 30;

/** @param api calls the core as the component, with the cookies of this login */
export function createPersonLogin(api: Api, remoteAddr: string): PersonLogin {
  const remote_addr = remoteAddr;
  return {
    async attempt({ username, password = '', publicKey = '' }) {
      return api.authentication.tokens({ username, password, public_key: publicKey, remote_addr }).then(stepOf, refused);
    },
    byBrowser: (username) =>
      api.deviceLogins.start({ remote_addr, program: 'SSH' }).then(
        ({ key, code, url, interval }) => ({
          url,
          code,
          pollMs: Math.min(Math.max(interval, 1), MAX_INTERVAL) * 1_000,
          async state() {
            const answer = await api.deviceLogins.token({ key, username, remote_addr }).then((given) => given, refused);
            if ('step' in answer) return answer;
            return answer.error === 'device_pending' ? undefined : stepOf(answer);
          },
        }),
        refused,
      ),
    chooseFactor: (type) => api.mfa.select({ type }).then(() => undefined, refused),
    proveFactor: (type, code) =>
      api.mfa.challenge({ type, code, remote_addr }).then(
        () => undefined,
        (error) => refused(error).detail,
      ),
    async reviewState() {
      const { msg, error } = await api.loginConfirmTicketStatus.status();
      if (error === undefined && msg === 'ok') return 'approved';
      return error === 'login_confirm_wait' ? 'waiting' : 'over';
    },
    cancelReview: async () => {
      await api.loginConfirmTicketStatus.close();
    },
  };
}

/** Why the core refuses. @throws when it has not answered */
function refused(error: unknown): Refused {
  if (!(error instanceof CoreError) || error.status < 400) throw error;
  return { step: 'refused', code: error.code, detail: error.detail };
}

type Answer = Awaited<ReturnType<Api['authentication']['tokens']>>;

/** Of the Bearer token that ends a login nothing is kept: a component acts for people by its own key. */
function stepOf({ user, login, error = '', msg = '', data }: Answer): LoginStep {
  if (user) return { step: 'in', user: { id: user.id, username: user.username }, login };
  if (error === 'mfa_required') return { step: 'factor', kinds: data?.choices ?? [] };
  if (error === 'login_confirm_wait') return { step: 'review', assignees: data?.assignees ?? [], ticket: data?.ticket_id ?? '' };
  return { step: 'refused', code: error, detail: msg };
}
