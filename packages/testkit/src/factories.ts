import { randomBytes } from 'node:crypto';
import { PLATFORM_LINUX, ROLE } from '@postern/contract/ids';
import type { Api, Json } from './api.ts';
import { clientOf } from './client.ts';

/** Objects that tests need, made through the API as a client would make them. Each name is new. */

let count = 0;
/** A name nobody has: letters, digits and hyphens. */
export function uniqueName(prefix: string): string {
  count += 1;
  return `${prefix}-${count}-${randomBytes(3).toString('hex')}`;
}

/** Password of every user made here; it fits the strictest rules. */
export const TEST_PASSWORD = 'Sturdy-Gate-42!';

export async function createUser(api: Api, given: Json = {}): Promise<Json> {
  const username = String(given.username ?? uniqueName('user'));
  return clientOf(api).users.create({
    name: username,
    username,
    email: `${username}@example.com`,
    source: 'local',
    password_strategy: 'custom',
    password: TEST_PASSWORD,
    mfa_level: 0,
    system_roles: [ROLE.USER],
    org_roles: [ROLE.ORG_USER],
    ...given,
  });
}

export const createGroup = (api: Api, given: Json = {}): Promise<Json> =>
  clientOf(api).groups.create({ name: uniqueName('group'), ...given });

export const createOrganisation = (api: Api, given: Json = {}): Promise<Json> =>
  clientOf(api).orgs.create({ name: uniqueName('org'), ...given });

/** A node below another, or below the root node of the organisation. */
export async function createNode(api: Api, given: Json = {}): Promise<Json> {
  const { parent, ...values } = given;
  const { nodes } = clientOf(api);
  const body = { value: uniqueName('node'), ...values };
  return parent ? nodes.addChild(String(parent), body) : nodes.create(body);
}

/** A Linux host reached by SSH, unless told otherwise. */
export const createHost = (api: Api, given: Json = {}): Promise<Json> =>
  clientOf(api).hosts.create({
    name: uniqueName('host'),
    address: '127.0.0.1',
    platform: { pk: PLATFORM_LINUX },
    protocols: [{ name: 'ssh', port: 22 }],
    ...given,
  });

export const createAccount = (api: Api, assetId: string, given: Json = {}): Promise<Json> => {
  const username = uniqueName('account');
  return clientOf(api).accounts.create({
    name: username,
    username,
    asset: assetId,
    secret_type: 'password',
    secret: 'open sesame 1',
    ...given,
  });
};

/** Who may use which accounts on what; everything of the matched assets unless told otherwise. */
export const createPermission = (api: Api, given: Json = {}): Promise<Json> =>
  clientOf(api).assetPermissions.create({
    name: uniqueName('permission'),
    users: [],
    user_groups: [],
    assets: [],
    nodes: [],
    accounts: ['@ALL'],
    actions: ['all'],
    is_active: true,
    ...given,
  });
