import type { Actor, KeyLimits, Method, Policy } from '@postern/resource';

/** What an access key may do that is held to less than its owner may: some rights, reading, some addresses, a day (decision 0116). */

/**
 * What opens doors by itself. A key that is held back changes none of it: what it made there would have no addresses, no end, and all rights
 * of its owner.
 */
const OPENS_DOORS =
  /^\/api\/v1\/(authentication\/(access-keys|ssh-key|temp-tokens|sso|device-logins|confirm|mfa|password)|users\/profile)\//;

/** Reads by their method that change something all the same, as clients of this API expect. */
const ACTING_READS = /\/(mfa\/reset|run|test-connective)\/$|^\/api\/v1\/settings\/ldap\//;

const SAFE: ReadonlySet<Method | undefined> = new Set<Method>(['GET', 'OPTIONS']);

/** The owner of a key with what it was given of their rights; what the owner lost is lost to it. */
export function limited(actor: Actor, key: KeyLimits): Actor {
  if (key.permissions.length === 0) return { ...actor, key };
  const permissions = new Set(key.permissions.filter((code) => actor.superuser || actor.permissions.has(code)));
  return { ...actor, key, superuser: false, permissions };
}

/**
 * Whether a key may make a call at all, before its rights are looked at. Sockets have no method and carry what is typed: they are no reads.
 * What is open to everybody who is logged in stands in no list of rights, so of that a key with a list may read alone.
 */
export function keyMayCall(key: KeyLimits, policy: Policy, { method, path }: { method?: Method; path: string }): boolean {
  const reads = SAFE.has(method) && !(method === 'GET' && ACTING_READS.test(path));
  if (reads) return true;
  if (key.readOnly || OPENS_DOORS.test(path)) return false;
  return key.permissions.length === 0 || policy.allow === 'permission';
}
