import { useSyncExternalStore } from 'react';
import type { Organisation, Profile, PublicSettings } from './session-types.ts';

/** What the console knows about the person and the place; changed only through `updateSession`. */
export interface SessionState {
  profile: Profile | undefined;
  settings: PublicSettings;
  /** The organisation the person chose. */
  org: Organisation | undefined;
  /** A route that runs in a pseudo organisation puts it here for as long as it is open (docs/behaviour/start-and-views.md#pseudo-organisations). */
  pseudoOrg: Organisation | undefined;
  /** The server has said 401: the session is over, and the person decides when to log in again. */
  loginRequired: boolean;
  /** A request waits for the person to agree that it keeps them out; called with their answer. */
  lockoutAsked: ((agreed: boolean) => void) | undefined;
}

const listeners = new Set<() => void>();
/** Before anybody is known. */
export const NO_SESSION: SessionState = {
  profile: undefined,
  settings: {},
  org: undefined,
  pseudoOrg: undefined,
  loginRequired: false,
  lockoutAsked: undefined,
};
let state = NO_SESSION;

export function session(): SessionState {
  return state;
}

export function updateSession(change: Partial<SessionState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

/** One part of the session; the component renders again when that part changes. */
export function useSession<T>(part: (state: SessionState) => T): T {
  return useSyncExternalStore(subscribe, () => part(state));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
