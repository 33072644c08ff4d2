/** Milliseconds without a sign of a person after which what a page asks for is no use of the login. The server notes a use once a minute. */
const UNATTENDED_MS = 60_000;
const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'] as const;

/**
 * Whether somebody sits in front of a page: they came to it, moved or pressed something within the last minute. Pages that ask again by themselves would
 * otherwise keep a login alive that nobody uses (docs/decisions/0180).
 *
 * @param page where the signs are heard, for as long as it is there; nobody sits in front of a program that has none, and it counts as attended
 * @param clock milliseconds, of any beginning
 */
export function watchAttendance(
  page: Pick<EventTarget, 'addEventListener'> | undefined,
  clock: () => number = () => performance.now(),
): () => boolean {
  if (!page) return () => true;
  let last = clock();
  for (const sign of SIGNS)
    page.addEventListener(
      sign,
      () => {
        last = clock();
      },
      { capture: true, passive: true },
    );
  return () => clock() - last < UNATTENDED_MS;
}
