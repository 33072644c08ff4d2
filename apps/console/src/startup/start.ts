import { ApiError } from '@postern/client/http';
import { dropPrefetched } from '../data/prefetched.ts';
import { closeObjectTabs } from '../layout/view-tabs-store.ts';
import { client } from '../session/http.ts';
import { goToLogin, logout } from '../session/login-redirect.ts';
import { addressAfterSwitch, orgOfAddress, rememberedOrgId, resolveOrg, storedOrg, storeOrg } from '../session/organisations.ts';
import { followPreferences } from '../session/preferences.ts';
import { session, updateSession } from '../session/session-store.ts';
import type { Organisation, Profile } from '../session/session-types.ts';
import { applyBranding } from './branding.ts';
import { hasSessionMark, keepSessionAlive } from './keep-alive.ts';
import { followPublicSettings } from './public-settings.ts';
import { fallbackView, isViewAllowed, orgsOf, pathOfHash, viewOf } from './views.ts';

/** The start-up sequence (docs/behaviour/start-and-views.md#start). */

export const BASE = '/ui';
const VIEW_KEY = 'PreView';

/** What start-up found: the console may be drawn at `path`, or the browser is on its way to the login page. */
export type StartResult = { ready: true; path: string } | { ready: false };

/**
 * Checks the session mark, loads settings and profile, settles view and organisation. Requests that do not need each other's
 * answer run together; the profile is asked again only when the organisation it was asked for is not the one to work in.
 */
export async function startConsole(): Promise<StartResult> {
  if (!hasSessionMark()) {
    logout();
    return { ready: false };
  }
  keepSessionAlive();
  const open = client.public.open().then((settings) => applyBranding(settings.INTERFACE));
  const asked = Promise.all([client.settings.public(), open.catch(() => undefined)]);
  // Where the session is over the settings are refused as well; the profile's answer says what follows, whichever comes first.
  asked.catch(() => undefined);
  const profile = await loadProfile();
  if (!profile) return { ready: false };
  if (followPreferences(profile.preferences)) {
    // Once for each browser: all that was asked for is in another language.
    location.reload();
    return { ready: false };
  }
  const [settings] = await asked;
  applyBranding(settings.INTERFACE);
  followPublicSettings();
  const path = allowedPath(addressInApp(), profile);
  updateSession({ profile, settings });
  await settleOrganisation(path);
  return { ready: true, path };
}

/** The profile, or undefined after a refusal: then the login page comes. */
async function loadProfile(): Promise<Profile | undefined> {
  try {
    return await client.profile.retrieve({}, { ownUnauthorized: true });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error;
    goToLogin();
    return undefined;
  }
}

/** Reads the profile again, for instance after the person has changed it. */
export async function refreshProfile(): Promise<void> {
  const profile = await loadProfile();
  if (profile) updateSession({ profile });
}

/** Makes the organisation that the address bar names the current one, with the rights that hold there. */
export async function enterOrganisation(org: Organisation): Promise<void> {
  const profile = await loadProfile();
  if (!profile) return;
  storeOrg(profile.username, org);
  closeObjectTabs(profile.username, (path) => addressAfterSwitch(path, '') === path);
  updateSession({ profile, org });
}

/** Makes the current organisation one that the view of this path offers, and has the permissions of that organisation. */
export async function settleOrganisation(path: string): Promise<void> {
  const { profile, org: before } = session();
  if (!profile) return;
  const offered = orgsOf(viewOf(path), profile);
  const named = orgOfAddress(offered, location.search);
  const asked = named?.id ?? before?.id ?? rememberedOrgId();
  const current = named ?? before ?? storedOrg(profile.username, 'current') ?? offered.find((org) => org.id === asked);
  const org = offered.length > 0 ? resolveOrg(offered, current, storedOrg(profile.username, 'previous')) : current;
  if (!org) return;
  const full: Organisation = offered.find((candidate) => candidate.id === org.id) ?? org;
  storeOrg(profile.username, full);
  updateSession({ org: full });
  if (full.id !== asked) {
    dropPrefetched();
    await refreshProfile();
  }
}

/** Remembers the view for the next visit of the bare address. */
export function rememberView(path: string): void {
  const view = viewOf(path);
  if (!view || view === 'profile' || view === 'settings') return;
  try {
    localStorage.setItem(VIEW_KEY, view);
  } catch {
    // Storage is full or forbidden: the first allowed view opens next time.
  }
}

/** The address with views the person lacks replaced by one they have. What another person's visits left here says nothing about a first login. */
export function allowedPath(path: string, profile: Profile): string {
  const view = viewOf(path);
  const isRoot = (path.split(/[?#]/)[0] ?? '') === '/';
  if (view ? isViewAllowed(view, profile) : !isRoot) return path;
  let remembered: string | null = null;
  try {
    remembered = profile.is_first_login ? null : localStorage.getItem(VIEW_KEY);
  } catch {
    // No storage: nothing is remembered.
  }
  return `/${fallbackView(profile, remembered)}`;
}

/** The address inside the application: old hash addresses are translated, the base path is dropped. */
export function addressInApp(): string {
  const path = location.pathname.startsWith(BASE) ? location.pathname.slice(BASE.length) : location.pathname;
  const rest = path === '' ? '/' : path;
  const translated = rest === '/' ? pathOfHash(location.hash) : undefined;
  return translated ?? rest + location.search + location.hash;
}
