import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import { type SecretCatcher, startSecretCatcher } from './secret-catcher.ts';

/** Of the accounts that are to be stolen. */
export const SECRET = 'canary-of-root-77';
/** What the thief may: all that is done with assets and their accounts, short of seeing a secret. */
const THIEF: readonly string[] = [
  ...['asset', 'domain', 'gateway'].flatMap((model) => ['view', 'add', 'change', 'delete'].map((verb) => `assets.${verb}_${model}`)),
  ...['view', 'add', 'change'].map((verb) => `assets.${verb}_node`),
  'assets.view_platform',
  'assets.test_assetconnectivity',
  'assets.refresh_assethardwareinfo',
  ...['view', 'add', 'change', 'delete'].map((verb) => `accounts.${verb}_account`),
  'accounts.verify_account',
  'accounts.push_account',
  'accounts.view_accounttemplate',
  'accounts.view_gatheraccountsautomation',
  'accounts.add_gatheraccountsautomation',
  'accounts.add_gatheraccountsexecution',
  'accounts.add_changesecretautomation',
  'accounts.add_changesecretexection',
  'authentication.add_connectiontoken',
  'authentication.view_connectiontoken',
];

/** An organisation, and a person in it who may change assets and run automations, but see no secret. */
export interface Theft {
  server: TestServer;
  /** In the organisation. */
  admin: Api;
  thief: Api;
  thiefId: string;
  orgId: string;
  /** Where the thief listens. */
  catcher: SecretCatcher;
  person(codes: readonly string[], system?: readonly string[]): Promise<{ id: string; api: Api }>;
  /** A machine of the organisation with a stored secret; the thief may connect to it. */
  house(given?: Json): Promise<{ host: Json; account: Json }>;
  close(): Promise<void>;
}

export async function theft(): Promise<Theft> {
  const [server, catcher] = await Promise.all([startTestServer(), startSecretCatcher()]);
  const root = await server.as('admin');
  const orgId = (await createOrganisation(root)).id;
  const admin = root.inOrg(orgId);
  const role = async (path: string, codes: readonly string[]): Promise<string> => {
    const made = await admin.post(`rbac/${path}/`, { name: uniqueName('role'), scope: path === 'org-roles' ? 'org' : 'system' });
    expect(made.status).toBe(201);
    await sql`update roles set permissions = ${JSON.stringify(codes)}::jsonb where id = ${made.body.id}`.execute(server.db);
    return String(made.body.id);
  };
  const person = async (codes: readonly string[], system: readonly string[] = []): Promise<{ id: string; api: Api }> => {
    const user = await createUser(admin, {
      org_roles: [ROLE.ORG_USER, await role('org-roles', codes)],
      system_roles: [ROLE.USER, ...(system.length > 0 ? [await role('system-roles', system)] : [])],
    });
    return { id: String(user.id), api: (await server.as(String(user.username))).inOrg(orgId) };
  };
  const { id: thiefId, api: thief } = await person(THIEF);
  return {
    server,
    admin,
    thief,
    thiefId,
    orgId,
    catcher,
    person,
    async house(given = {}) {
      const host = await createHost(admin, { address: '192.0.2.10', ...given });
      const account = await createAccount(admin, host.id, { name: 'root', username: 'root', secret: SECRET, privileged: true });
      await createPermission(admin, { users: [thiefId], assets: [host.id], accounts: ['@ALL', '@INPUT'] });
      return { host, account };
    },
    async close() {
      await catcher.close();
      await server.close();
    },
  };
}
