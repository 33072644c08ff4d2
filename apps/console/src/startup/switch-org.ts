import { addressAfterSwitch, storeOrg } from '../session/organisations.ts';
import { session } from '../session/session-store.ts';
import type { Organisation } from '../session/session-types.ts';
import { BASE } from './start.ts';

/** Reload after a switch, in ms (spec §9 "org-switch reload 400 ms"): time to read where one is going. */
const RELOAD_MS = 400;

/** Makes another organisation current and loads the application again: permissions, menus and every list belong to the old one. */
export function switchOrganisation(org: Organisation, pathname: string, search: string): void {
  const { profile } = session();
  if (!profile) return;
  storeOrg(profile.username, org);
  setTimeout(() => location.assign(BASE + addressAfterSwitch(pathname, search)), RELOAD_MS);
}
