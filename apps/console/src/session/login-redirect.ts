/** Leaving the console for the login pages; they live outside of /ui/. */

const LOGIN = '/core/auth/login/';
const LOGOUT = '/core/auth/logout/';
/** The profile refused: leave a moment for pending work, as clients expect (docs/behaviour/start-and-views.md#start). */
const DELAY_MS = 100;

function here(): string {
  return location.pathname + location.search + location.hash;
}

export function goToLogin(): void {
  setTimeout(() => location.assign(`${LOGIN}?next=${encodeURIComponent(here())}`), DELAY_MS);
}

/** Ends the session and comes back here after the next login. */
export function logout(next: string = here()): void {
  location.assign(`${LOGOUT}?next=${encodeURIComponent(next)}`);
}
