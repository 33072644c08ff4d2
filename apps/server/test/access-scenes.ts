import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createNode, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import type { TestServer } from './harness.ts';
import { made } from './made.ts';

export const anywhere = { ip_group: ['*'], time_period: [] };
export const only = (id: string) => ({ type: 'ids', ids: [id] });

/** What every situation starts from: nobody is let in yet. */
export interface Scene {
  server: TestServer;
  /** System administrator, in the organisation that they happen to be in. */
  root: Api;
  /** The same over all organisations. */
  everywhere: Api;
  /** The same in the organisation of the scene. */
  admin: Api;
  user: Json;
  parent: Json;
  node: Json;
  host: Json;
  account: Json;
}

type World = Pick<Scene, 'server' | 'root' | 'everywhere' | 'admin'>;

export async function sceneOf(world: World, given: Json = {}): Promise<Scene> {
  const { admin } = world;
  const user = await createUser(admin, given.user);
  const parent = await createNode(admin);
  const node = await createNode(admin, { parent: parent.id });
  const host = await createHost(admin, { nodes: [node.id], ...given.host });
  const name = uniqueName('root');
  const account = await createAccount(admin, host.id, { name, username: name });
  return { ...world, user, parent, node, host, account };
}

export const grant = (at: Scene, more: Json = {}) => createPermission(at.admin, { users: [at.user.id], assets: [at.host.id], ...more });
export const assetRule = (at: Scene, more: Json = {}) =>
  made(at.admin, 'acls/login-asset-acls/', {
    name: uniqueName('rule'),
    users: only(at.user.id),
    assets: only(at.host.id),
    accounts: ['@ALL'],
    rules: anywhere,
    action: 'reject',
    ...more,
  });
export const loginRule = (at: Scene, more: Json = {}) =>
  made(at.everywhere, 'acls/login-acls/', {
    name: uniqueName('rule'),
    users: only(at.user.id),
    rules: anywhere,
    action: 'reject',
    ...more,
  });
export const methodRule = (at: Scene, more: Json = {}) =>
  made(at.everywhere, 'acls/connect-method-acls/', {
    name: uniqueName('rule'),
    users: only(at.user.id),
    connect_methods: ['web_cli'],
    ...more,
  });
