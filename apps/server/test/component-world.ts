import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { startTestServer, type TestServer } from './harness.ts';

export const SUPER = 'authentication/super-connection-token/';
/** Where the person comes from, as the component tells it. */
export const ADDRESS = '192.0.2.77';

/** A person, and a machine in a domain that they may open, for components that other people wrote. */
export interface ComponentWorld {
  server: TestServer;
  admin: Api;
  mei: Json;
  domain: Json;
  host: Json;
  account: Json;
  /** What is asked for with a connection token. */
  wish: Json;
}

export async function componentWorld(): Promise<ComponentWorld> {
  const server = await startTestServer();
  const admin = await server.as('admin');
  const mei = await createUser(admin, { name: 'Mei', username: uniqueName('mei') });
  const domain = (await admin.post<Json>('assets/domains/', { name: uniqueName('net') })).body;
  const host = await createHost(admin, { domain: domain.id });
  const account = await createAccount(admin, host.id, { name: 'ops', username: 'ops', secret: 'canary-of-ops' });
  await createPermission(admin, { users: [mei.id], assets: [host.id], accounts: ['@ALL'], actions: ['all'] });
  const wish = {
    user: mei.id,
    asset: host.id,
    account: 'ops',
    protocol: 'ssh',
    connect_method: 'ssh',
    input_username: '',
    input_secret: '',
  };
  return { server, admin, mei, domain, host, account, wish };
}

/** A rule about the person on the machine that asks a reviewer. */
export const reviewRule = ({ mei, host }: ComponentWorld, reviewer: Json): Json => ({
  name: uniqueName('rule'),
  users: { type: 'ids', ids: [mei.id] },
  assets: { type: 'ids', ids: [host.id] },
  accounts: ['@ALL'],
  action: 'review',
  reviewers: [reviewer.id],
});
