import { closeObjectTabs } from '../layout/view-tabs-store.ts';
import { addressAfterSwitch, storeOrg } from '../session/organisations.ts';
import { session } from '../session/session-store.ts';
import type { Organisation } from '../session/session-types.ts';
import { BASE } from './start.ts';

/** Reload after a switch, in ms (docs/behaviour/start-and-views.md#switching-the-organisation): time to read where one is going. */
const RELOAD_MS = 400;

/** Set over the reload of a switch: an address that does not resolve in the new organisation then gives way to the start page. */
const SWITCHED_KEY = 'orgSwitched';

/** Whether the page was loaded by a switch and nothing has been opened since. */
export function justSwitched(): boolean {
  try {
    return sessionStorage.getItem(SWITCHED_KEY) !== null;
  } catch {
    return false;
  }
}

export function arrived(): void {
  try {
    sessionStorage.removeItem(SWITCHED_KEY);
  } catch {
    // No storage: nothing was remembered.
  }
}

/** Makes another organisation current and loads the application again: permissions, menus and every list belong to the old one. */
export function switchOrganisation(org: Organisation, pathname: string, search: string): void {
  const { profile } = session();
  if (!profile) return;
  storeOrg(profile.username, org);
  closeObjectTabs(profile.username, (path) => addressAfterSwitch(path, '') === path);
  try {
    sessionStorage.setItem(SWITCHED_KEY, org.id);
  } catch {
    // No storage: an address that does not resolve says so.
  }
  setTimeout(() => location.assign(BASE + addressAfterSwitch(pathname, search)), RELOAD_MS);
}
