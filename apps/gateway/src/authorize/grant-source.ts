import type { CoreClient } from '../core/decision.ts';
import type { SessionGrant } from './grant.ts';
import type { NamedTarget } from './login-name.ts';
import { authorizeTarget, TargetRefused } from './person-target.ts';
import { type SharedWait, shareWait, type Waiter } from './shared-wait.ts';

/** Who came in at the SSH door: with a token, whose grant carries everything, or by their own name, by a login (`core/login-watch.ts`), to what they named. */
export type Entered =
  | { kind: 'token'; user: string; grant: SessionGrant }
  | { kind: 'person'; user: string; username: string; login?: string | undefined; target: NamedTarget | undefined };

/** The grant that carries a connection, asked for by its channels; the first that needs it opens it for all. */
export interface GrantSource {
  (asker: Waiter): Promise<SessionGrant>;
  /** The grant, when it is there already. */
  granted?(): SessionGrant | undefined;
}

/** A way to a target that somebody chose after they came in: a grant of its own. */
export type Chooser = (target: NamedTarget) => GrantSource;

export const targetChooser =
  (who: Extract<Entered, { kind: 'person' }>, remoteAddr: string, core: CoreClient): Chooser =>
  (target) =>
    grantSource({ ...who, target }, remoteAddr, core);

export function grantSource(who: Entered, remoteAddr: string, core: CoreClient): GrantSource {
  if (who.kind === 'token') return Object.assign(async () => who.grant, { granted: () => who.grant });
  const { user, username, target } = who;
  let opening: SharedWait | undefined;
  let granted: SessionGrant | undefined;
  /** Somebody has said no to this connection. Its client may open forwards by the dozen, and each would ask them again. */
  let rejected: TargetRefused | undefined;
  const open = async (target: NamedTarget, waiter: Waiter): Promise<SessionGrant> => {
    try {
      return await authorizeTarget(core, target, { ...waiter, user, remoteAddr });
    } catch (error) {
      if (error instanceof TargetRefused && error.key === 'review_rejected') rejected = error;
      throw error;
    }
  };
  const source: GrantSource = (asker) => {
    if (!target) return Promise.reject(new TargetRefused('target_missing', { username }));
    if (granted) return Promise.resolve(granted);
    if (rejected) return Promise.reject(rejected);
    opening ??= shareWait(
      asker.language,
      (waiter) => open(target, waiter),
      (grant) => {
        granted = grant;
        // Without one, and without a no, the next channel asks again: rules, and what is there, may have changed.
        opening = undefined;
      },
    );
    return opening.join(asker);
  };
  return Object.assign(source, { granted: () => granted });
}
