import { ApiError } from '@postern/client/http';
import { goToLogin } from './login-redirect.ts';

/** Delay after the last answer, in ms (docs/behaviour/start-and-views.md#session-mark). */
const DELAY_MS = 30_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Once no answer has come for 30 s, reads the profile again: it keeps the server session fresh, and finds out when it is over. */
export function scheduleProfileCheck(check: () => Promise<unknown>): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    check().catch((error: unknown) => {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) goToLogin();
    });
  }, DELAY_MS);
}
