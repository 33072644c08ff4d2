import type { ResolvedResource } from '@postern/resource';

/** What people change about themselves; the rest is their administrator's (docs/wire/users.md#the-own-profile). */
const OWN_FIELDS = ['phone', 'wechat', 'comment', 'mfa_level', 'public_key', 'need_update_password', 'is_first_login'];
/** Facts that the first start makes up, and whose owner says them at the first login; whoever else sends them changes nothing. */
export const ASKED_ONCE = ['name', 'email'] as const;
export const MAX_PASSWORD = 128;
export const MAX_PUBLIC_KEY = 2048;

/** The user resource as its owner may write it: these fields only, and without the administrators' logic around it. */
export function ownView(user: ResolvedResource): ResolvedResource {
  const { prepare: _prepare, written: _written, ...behaviour } = user.behaviour;
  const fields = user.fields.map((field) => {
    // People see what they are, whatever they may see of others.
    const { readWith: _readWith, ...options } = field.options;
    const once = ASKED_ONCE.some((name) => name === field.name);
    return { ...field, options: once ? { ...options, required: false } : options, writable: once || OWN_FIELDS.includes(field.name) };
  });
  return { ...user, fields, behaviour };
}
