import { componentMayCall } from '@postern/contract/component-calls';
import type { Actor, KeyLimits, Method, Policy, Query } from '@postern/resource';

/** What an access key may do that is held to less than its owner may: some rights, reading, some addresses, a day (decision 0116). */

/**
 * What opens doors by itself. A key that is held back changes none of it: what it made there would have no addresses, no end, and all rights
 * of its owner. Nor does a program: keys are made by people.
 */
const OPENS_DOORS =
  /^\/api\/v1\/(authentication\/(access-keys|ssh-key|temp-tokens|sso|device-logins|confirm|mfa|password)|users\/(profile|service-accounts|service-account-keys))\//;

/** Where programs call: pages are people's, and what is bound to somebody there logs in. */
const FOR_PROGRAMS = /^\/(api|scim)\//;

/** Reads by their method that change something all the same, as clients of this API expect. */
const ACTING_READS = /\/(mfa\/reset|run|test-connective)\/$|^\/api\/v1\/settings\/ldap\//;

const SAFE: ReadonlySet<Method | undefined> = new Set<Method>(['GET', 'OPTIONS']);

/** The owner of a key with what it was given of their rights; what the owner lost is lost to it. */
export function limited(actor: Actor, key: KeyLimits): Actor {
  if (key.permissions.length === 0) return { ...actor, key };
  const permissions = new Set(key.permissions.filter((code) => actor.superuser || actor.permissions.has(code)));
  return { ...actor, key, superuser: false, permissions };
}

interface Called {
  /** Sockets have none. */
  method?: Method | undefined;
  path: string;
  query: Query;
}

const isRead = ({ method, path }: Pick<Called, 'method' | 'path'>): boolean =>
  SAFE.has(method) && !(method === 'GET' && ACTING_READS.test(path));

/**
 * Whether a program may make a call, before its rights are looked at (docs/decisions/0202). It reads, and changes what its roles let it change; what is
 * open to everybody who is logged in is meant for people, and so are sockets, in which somebody sits and types. What components report is theirs,
 * also where a role has the right to it.
 */
export function programMayCall(policy: Policy, { method, path, query }: Called): boolean {
  if (method === undefined || !FOR_PROGRAMS.test(path)) return false;
  if (isRead({ method, path })) return true;
  return policy.allow === 'permission' && !OPENS_DOORS.test(path) && !componentMayCall(method, path, query);
}

/**
 * Whether a key may make a call at all, before its rights are looked at. Sockets have no method and carry what is typed: they are no reads.
 * What is open to everybody who is logged in stands in no list of rights, so of that a key with a list may read alone.
 */
export function keyMayCall(key: KeyLimits, policy: Policy, { method, path }: Pick<Called, 'method' | 'path'>): boolean {
  if (isRead({ method, path })) return true;
  if (key.readOnly || OPENS_DOORS.test(path)) return false;
  return key.permissions.length === 0 || policy.allow === 'permission';
}
