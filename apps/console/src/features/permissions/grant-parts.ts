import { choiceValue, relatedIds } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import { wireAccounts } from './account-choice.ts';

const ids = (value: unknown) => relatedIds(value).map(String).sort();
const moment = (value: unknown) => {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
};

/**
 * What decides whom a permission lets onto what, out of a form, a body or a stored one, always in the same shape: the question of what it comes to
 * (docs/wire/permissions.md#before-saving). Templates stay out: what they stand for is known once it is saved, and that they stand for something is enough.
 */
export const grantParts = ({ users, user_groups, assets, nodes, accounts, actions, is_active, date_start, date_expired }: Values) => ({
  users: ids(users),
  user_groups: ids(user_groups),
  assets: ids(assets),
  nodes: ids(nodes),
  accounts: wireAccounts(accounts).sort(),
  actions: (Array.isArray(actions) ? actions : []).map((one) => String(choiceValue(one))).sort() as never[],
  is_active: is_active !== false,
  ...(moment(date_start) ? { date_start: moment(date_start) } : {}),
  ...(moment(date_expired) ? { date_expired: moment(date_expired) } : {}),
});

export const sameGrant = (one: Values, other: Values): boolean => JSON.stringify(grantParts(one)) === JSON.stringify(grantParts(other));
