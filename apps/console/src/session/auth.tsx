import type { ReactNode } from 'react';
import { holds } from './permissions.ts';
import { useSession } from './session-store.ts';
import type { Organisation, Profile, PublicSettings } from './session-types.ts';

/** The person's permission codes in the current organisation. One set per profile, so that it can be a dependency. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();
const NONE: readonly string[] = [];
/** What the server lets system administrators do and nobody else, by right of its own: no role can hold it, and no profile lists it. */
const ADMINISTRATORS = ['view', 'add', 'change', 'delete'].map((verb) => `settings.${verb}_admissionrule`);

export function permissionSet(profile: Profile | undefined): ReadonlySet<string> {
  const perms = profile?.perms ?? NONE;
  const known = sets.get(perms);
  if (known) return known;
  const made = new Set(profile?.is_superuser ? [...perms, ...ADMINISTRATORS] : perms);
  sets.set(perms, made);
  return made;
}

export interface Auth {
  profile: Profile;
  perms: ReadonlySet<string>;
  /** All of the given permissions; `a|b` is either. */
  can: (needed: string | readonly string[] | undefined) => boolean;
}

/** The logged-in person. Screens are drawn only after the profile has arrived, so there always is one. */
export function useAuth(): Auth {
  const profile = useSession((state) => state.profile);
  if (!profile) throw new Error('useAuth outside of a started session');
  const perms = permissionSet(profile);
  return { profile, perms, can: (needed) => holds(perms, needed) };
}

export function useCan(needed: string | readonly string[] | undefined): boolean {
  const profile = useSession((state) => state.profile);
  return holds(permissionSet(profile), needed);
}

/** Draws its children only for people with the permission. */
export function Can({
  need,
  children,
  otherwise = null,
}: {
  need: string | readonly string[] | undefined;
  children: ReactNode;
  otherwise?: ReactNode;
}) {
  return useCan(need) ? children : otherwise;
}

export function usePublicSettings(): PublicSettings {
  return useSession((state) => state.settings);
}

export interface OrgState {
  /** The organisation requests run in; a pseudo one on routes that ask for it. */
  org: Organisation | undefined;
  /**
   * The root organisation: no create, bulk update or import (docs/behaviour/start-and-views.md#the-root-organisation). False in the
   * pseudo global one.
   */
  isRoot: boolean;
  /** The route has locked the selector. */
  locked: boolean;
}

export function useOrg(): OrgState {
  const org = useSession((state) => state.org);
  const pseudo = useSession((state) => state.pseudoOrg);
  return { org: pseudo ?? org, isRoot: !pseudo && org?.is_root === true, locked: pseudo !== undefined };
}
