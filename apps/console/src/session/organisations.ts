import { readCookie, writeCookie } from '@postern/client/cookies';
import type { Organisation } from './session-types.ts';

/**
 * The well-known organisations (docs/wire/organisations.md#built-in-organisations) and where the current one is remembered
 * (docs/behaviour/start-and-views.md#choosing-the-organisation).
 */

export const ROOT_ORG_ID = '00000000-0000-0000-0000-000000000000';
export const DEFAULT_ORG_ID = '00000000-0000-0000-0000-000000000002';
export const SYSTEM_ORG_ID = '00000000-0000-0000-0000-000000000004';

/** Pseudo organisations: they carry no `is_root`, so the restrictions of the root one do not apply in them. */
export const PSEUDO_ORGS: Readonly<Record<'global' | 'system', Organisation>> = {
  global: { id: ROOT_ORG_ID, name: 'Global' },
  system: { id: SYSTEM_ORG_ID, name: 'SystemSetting' },
};

const COOKIE = 'X-JMS-ORG';
const YEAR = 365 * 86_400;

export function isPseudoOrg(org: Organisation): boolean {
  return org.id === SYSTEM_ORG_ID || org.name === PSEUDO_ORGS.system.name;
}

/**
 * Organisation id of the last visit in this browser, known before the person is; on the first visit the default one, which is
 * where the server works without being told, so that what is asked before the person is known need not be asked again.
 */
export function rememberedOrgId(): string {
  return readCookie(COOKIE) || DEFAULT_ORG_ID;
}

export function storedOrg(username: string, which: 'current' | 'previous'): Organisation | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(username, which)) ?? 'null') as Organisation | null;
    return kept?.id ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Makes an organisation the current one for this person in this browser; the one before it is kept, unless it is a pseudo one. */
export function storeOrg(username: string, org: Organisation): void {
  const before = storedOrg(username, 'current');
  try {
    if (before && before.id !== org.id && !isPseudoOrg(before)) localStorage.setItem(keyOf(username, 'previous'), JSON.stringify(before));
    localStorage.setItem(keyOf(username, 'current'), JSON.stringify(org));
  } catch {
    // Storage is full or forbidden: the cookie below still carries the choice.
  }
  writeCookie(COOKIE, org.id, YEAR);
}

/**
 * The organisation to work in: the current one when the view offers it; the previous one instead of
 * the system organisation; else the default one; else the first that is neither root nor system; else the first.
 */
export function resolveOrg(
  offered: readonly Organisation[],
  current: Organisation | undefined,
  previous: Organisation | undefined,
): Organisation | undefined {
  const find = (org: Organisation | undefined) => offered.find((candidate) => candidate.id === org?.id);
  const wanted = current && isPseudoOrg(current) ? find(previous) : find(current);
  return (
    wanted ??
    offered.find((org) => org.is_default || org.id === DEFAULT_ORG_ID) ??
    offered.find((org) => !org.is_root && org.id !== ROOT_ORG_ID && !isPseudoOrg(org)) ??
    offered[0]
  );
}

/** The organisation that an address names by `oid`, where its requests go; undefined for one that the view does not offer. */
export function orgOfAddress(offered: readonly Organisation[], search: string): Organisation | undefined {
  const asked = new URLSearchParams(search).get('oid');
  return offered.find((org) => org.id === asked);
}

/**
 * Address to open after a switch: cut at the first UUID or number, so that an open object gives way to its list, and without query values
 * that look like ids, except `platform` (docs/behaviour/start-and-views.md#switching-the-organisation).
 */
export function addressAfterSwitch(path: string, search: string): string {
  const segments = path.split('/');
  const at = segments.findIndex((segment) => isId(segment));
  const kept = at < 0 ? path : `${segments.slice(0, at).join('/')}/`;
  const query = new URLSearchParams(search);
  for (const [name, value] of [...query]) if (name === 'oid' || (name !== 'platform' && isId(value))) query.delete(name);
  const written = query.toString();
  return written ? `${kept}?${written}` : kept;
}

function isId(value: string): boolean {
  return /^\d+$/.test(value) || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

function keyOf(username: string, which: 'current' | 'previous'): string {
  return which === 'current' ? `jms_current_org_${username}` : `PRE_ORG_${username}`;
}
