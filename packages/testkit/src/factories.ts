import { randomBytes } from 'node:crypto';
import { PLATFORM_LINUX, ROLE } from '@postern/contract/ids';
import type { Answer, Api, Json } from './api.ts';

/** Objects that tests need, made through the API as a client would make them. Each name is new. */

let count = 0;
/** A name nobody has: letters, digits and hyphens. */
export function uniqueName(prefix: string): string {
  count += 1;
  return `${prefix}-${count}-${randomBytes(3).toString('hex')}`;
}

/** Password of every user made here; it fits the strictest rules. */
export const TEST_PASSWORD = 'Sturdy-Gate-42!';

function created(answer: Answer<Json>): Json {
  if (answer.status !== 201) throw new Error(`Not created: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function createUser(api: Api, given: Json = {}): Promise<Json> {
  const username = String(given.username ?? uniqueName('user'));
  return created(
    await api.post('users/users/', {
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
    }),
  );
}

export const createGroup = async (api: Api, given: Json = {}): Promise<Json> =>
  created(await api.post('users/groups/', { name: uniqueName('group'), ...given }));

export const createOrganisation = async (api: Api, given: Json = {}): Promise<Json> =>
  created(await api.post('orgs/orgs/', { name: uniqueName('org'), ...given }));

/** A node below another, or below the root node of the organisation. */
export async function createNode(api: Api, given: Json = {}): Promise<Json> {
  const { parent, ...values } = given;
  const path = parent ? `assets/nodes/${parent}/children/` : 'assets/nodes/';
  return created(await api.post(path, { value: uniqueName('node'), ...values }));
}

/** A Linux host reached by SSH, unless told otherwise. */
export const createHost = async (api: Api, given: Json = {}): Promise<Json> =>
  created(
    await api.post('assets/hosts/', {
      name: uniqueName('host'),
      address: '127.0.0.1',
      platform: { pk: PLATFORM_LINUX },
      protocols: [{ name: 'ssh', port: 22 }],
      ...given,
    }),
  );

export const createAccount = async (api: Api, assetId: string, given: Json = {}): Promise<Json> => {
  const username = uniqueName('account');
  return created(
    await api.post('accounts/accounts/', {
      name: username,
      username,
      asset: assetId,
      secret_type: 'password',
      secret: 'open sesame 1',
      ...given,
    }),
  );
};

/** Who may use which accounts on what; everything of the matched assets unless told otherwise. */
export const createPermission = async (api: Api, given: Json = {}): Promise<Json> =>
  created(
    await api.post('perms/asset-permissions/', {
      name: uniqueName('permission'),
      users: [],
      user_groups: [],
      assets: [],
      nodes: [],
      accounts: ['@ALL'],
      actions: ['all'],
      is_active: true,
      ...given,
    }),
  );
