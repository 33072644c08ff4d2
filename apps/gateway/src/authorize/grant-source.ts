import type { ComponentClient } from '@postern/client/component';
import type { SessionGrant } from './grant.ts';
import type { NamedTarget } from './login-name.ts';
import { type Asker, authorizeTarget, TargetRefused } from './person-target.ts';

/** Who came in at the SSH door: with a token, whose grant carries everything, or by their own name, by a login (`core/login-watch.ts`), to what they named. */
export type Entered =
  | { kind: 'token'; user: string; grant: SessionGrant }
  | { kind: 'person'; user: string; username: string; login?: string | undefined; target: NamedTarget | undefined };

/** The grant that carries a connection, asked for by its channels; the first that needs it opens it for all. */
export interface GrantSource {
  (asker: Omit<Asker, 'user' | 'remoteAddr'>): Promise<SessionGrant>;
  /** The grant, when it is there already. */
  granted?(): SessionGrant | undefined;
}

/** A way to a target that somebody chose after they came in: a grant of its own. */
export type Chooser = (target: NamedTarget) => GrantSource;

export const targetChooser =
  (who: Extract<Entered, { kind: 'person' }>, remoteAddr: string, core: ComponentClient): Chooser =>
  (target) =>
    grantSource({ ...who, target }, remoteAddr, core);

export function grantSource(who: Entered, remoteAddr: string, core: ComponentClient): GrantSource {
  if (who.kind === 'token') return Object.assign(async () => who.grant, { granted: () => who.grant });
  const { user, username, target } = who;
  let opening: Promise<SessionGrant> | undefined;
  let granted: SessionGrant | undefined;
  const source: GrantSource = (asker) => {
    if (!target) return Promise.reject(new TargetRefused('target_missing', { username }));
    opening ??= authorizeTarget(core, target, { ...asker, user, remoteAddr }).then(
      (grant) => {
        granted = grant;
        return grant;
      },
      (error: unknown) => {
        // The next channel asks again: rules, and what is there, may have changed.
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };
  return Object.assign(source, { granted: () => granted });
}
