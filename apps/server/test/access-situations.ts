import { ORG, ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createAccount, createGroup, createHost, createNode, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { assetRule, grant, loginRule, methodRule, only, type Scene } from './access-scenes.ts';
import { made } from './made.ts';

const past = '2020-01-01 00:00:00 +0000';
const future = '2090-01-01 00:00:00 +0000';
const later = '2099-01-01 00:00:00 +0000';

/** What may stand in the way of somebody who opens a machine, and what an explanation of it says. */
export interface Situation {
  name: string;
  /** Codes of the steps that stand against it; none when access is expected. */
  fails?: string[];
  /** Codes of the steps that ask somebody first. */
  reviews?: string[];
  given?: Json;
  arrange(at: Scene): Promise<unknown>;
  ask?: (at: Scene) => Json;
}

const today = new Date().getDay();
export const SITUATIONS: Situation[] = [
  {
    name: 'nothing at all',
    fails: ['permission_none', 'account_none'],
    arrange: async () => undefined,
    ask: () => ({ account: undefined }),
  },
  { name: 'a direct permission', arrange: (at) => grant(at) },
  { name: 'its node', arrange: (at) => createPermission(at.admin, { users: [at.user.id], nodes: [at.node.id] }) },
  { name: 'a node above', arrange: (at) => createPermission(at.admin, { users: [at.user.id], nodes: [at.parent.id] }) },
  {
    name: 'a node beside',
    fails: ['permission_none', 'account_refused'],
    arrange: async (at) => createPermission(at.admin, { users: [at.user.id], nodes: [(await createNode(at.admin)).id] }),
  },
  {
    name: 'a group',
    arrange: async (at) =>
      createPermission(at.admin, { user_groups: [(await createGroup(at.admin, { users: [at.user.id] })).id], assets: [at.host.id] }),
  },
  {
    name: 'a group and a node above',
    arrange: async (at) =>
      createPermission(at.admin, { user_groups: [(await createGroup(at.admin, { users: [at.user.id] })).id], nodes: [at.parent.id] }),
  },
  {
    name: 'a group one is not in',
    fails: ['permission_none', 'account_refused'],
    arrange: async (at) => createPermission(at.admin, { user_groups: [(await createGroup(at.admin)).id], assets: [at.host.id] }),
  },
  {
    name: 'another asset',
    fails: ['permission_none', 'account_refused'],
    arrange: async (at) => createPermission(at.admin, { users: [at.user.id], assets: [(await createHost(at.admin)).id] }),
  },
  { name: 'an inactive permission', fails: ['permission_none', 'account_refused'], arrange: (at) => grant(at, { is_active: false }) },
  { name: 'an ended permission', fails: ['permission_none', 'account_ended'], arrange: (at) => grant(at, { date_expired: past }) },
  {
    name: 'a permission of the future',
    fails: ['permission_none', 'account_refused'],
    arrange: (at) => grant(at, { date_start: future, date_expired: later }),
  },
  {
    name: 'an ended permission beside one in force',
    arrange: async (at) => {
      await grant(at, { date_expired: past });
      await grant(at);
    },
  },
  {
    name: 'an ended and inactive permission',
    fails: ['permission_none', 'account_refused'],
    arrange: (at) => grant(at, { date_expired: past, is_active: false }),
  },
  { name: 'the account by its username', arrange: (at) => grant(at, { accounts: [at.account.username] }) },
  { name: 'another account', fails: ['account_refused'], arrange: (at) => grant(at, { accounts: ['somebody-else'] }) },
  {
    name: 'an account that ended while another permission goes on',
    fails: ['account_ended'],
    arrange: async (at) => {
      await grant(at, { accounts: ['somebody-else'] });
      await grant(at, { accounts: [at.account.username], date_expired: past });
    },
  },
  {
    name: 'an account that is switched off',
    fails: ['account_refused'],
    arrange: async (at) => {
      await grant(at);
      await at.admin.patch(`accounts/accounts/${at.account.id}/`, { is_active: false });
    },
  },
  { name: 'typed in by hand', arrange: (at) => grant(at, { accounts: ['@INPUT'] }), ask: () => ({ account: '@INPUT' }) },
  {
    name: 'typed in by hand where all accounts are granted',
    fails: ['account_refused'],
    arrange: (at) => grant(at),
    ask: () => ({ account: '@INPUT' }),
  },
  {
    name: 'the own name without an account of that name',
    arrange: (at) => grant(at, { accounts: ['@USER'] }),
    ask: () => ({ account: '@USER' }),
  },
  {
    name: 'the own name with an account of that name',
    async arrange(at) {
      await createAccount(at.admin, at.host.id, { name: 'mine', username: at.user.username });
      await grant(at, { accounts: ['@USER'] });
    },
    ask: () => ({ account: 'mine' }),
  },
  {
    name: 'anonymous on a host',
    fails: ['account_not_here'],
    arrange: (at) => grant(at, { accounts: ['@ANON'] }),
    ask: () => ({ account: '@ANON' }),
  },
  { name: 'no actions', fails: ['account_refused'], arrange: (at) => grant(at, { actions: [] }) },
  { name: 'only one action', arrange: (at) => grant(at, { actions: ['upload'] }) },
  { name: 'files by the protocol that carries them', arrange: (at) => grant(at), ask: () => ({ protocol: 'sftp' }) },
  { name: 'a protocol that is not offered', fails: ['protocol_missing'], arrange: (at) => grant(at), ask: () => ({ protocol: 'rdp' }) },
  {
    name: 'an asset that is switched off',
    fails: ['asset_inactive'],
    async arrange(at) {
      await grant(at);
      await at.admin.patch(`assets/hosts/${at.host.id}/`, { is_active: false });
    },
  },
  {
    name: 'a person who is switched off',
    fails: ['user_inactive'],
    async arrange(at) {
      await grant(at);
      await at.admin.patch(`users/users/${at.user.id}/`, { is_active: false });
    },
  },
  {
    name: 'a person whose time is over',
    fails: ['user_expired'],
    async arrange(at) {
      await grant(at);
      await at.admin.patch(`users/users/${at.user.id}/`, { date_expired: past });
    },
  },
  {
    name: 'a person with a role that may not connect',
    fails: ['right_missing'],
    async arrange(at) {
      await grant(at);
      const role = await made(at.root, 'rbac/system-roles/', { scope: 'system', name: uniqueName('role'), permissions: [] });
      await at.everywhere.patch(`users/users/${at.user.id}/`, { system_roles: [role.id] });
    },
  },
  {
    name: 'a person whose login is locked',
    fails: ['login_locked'],
    async arrange(at) {
      await grant(at);
      for (let tries = 0; tries < 12; tries += 1)
        await at.server.anyone.post('authentication/auth/', { username: at.user.username, password: 'wrong' });
      // The address of this suite is not what is asked about.
      await sql`delete from login_counters where kind = 'ip'`.execute(at.server.db);
    },
  },
  {
    name: 'a person who left the organisation',
    fails: ['permission_none', 'account_refused'],
    async arrange(at) {
      await grant(at);
      await at.root.inOrg(ORG.DEFAULT).post('users/users/invite/', { users: [at.user.id], org_roles: [ROLE.ORG_USER] });
      await at.admin.post(`users/users/${at.user.id}/remove/`);
    },
    given: { asRoot: true },
  },
  { name: 'a login rule that rejects', fails: ['login_reject'], arrange: async (at) => [await grant(at), await loginRule(at)] },
  { name: 'a login rule that is off', arrange: async (at) => [await grant(at), await loginRule(at, { is_active: false })] },
  {
    name: 'a login rule about another address',
    arrange: async (at) => [await grant(at), await loginRule(at, { rules: { ip_group: ['10.0.0.0/8'], time_period: [] } })],
  },
  {
    name: 'an accepting login rule above a rejecting one',
    arrange: async (at) => [await grant(at), await loginRule(at), await loginRule(at, { action: 'accept', priority: 90 })],
  },
  { name: 'an asset rule that rejects', fails: ['asset_login_reject'], arrange: async (at) => [await grant(at), await assetRule(at)] },
  { name: 'an asset rule about another account', arrange: async (at) => [await grant(at), await assetRule(at, { accounts: ['x'] })] },
  {
    name: 'an asset rule about this account',
    fails: ['asset_login_reject'],
    arrange: async (at) => [await grant(at), await assetRule(at, { accounts: [at.account.username] })],
  },
  {
    name: 'an asset rule about another person',
    arrange: async (at) => [await grant(at), await assetRule(at, { users: only((await createUser(at.admin)).id) })],
  },
  {
    name: 'an asset rule by attributes',
    fails: ['asset_login_reject'],
    arrange: async (at) => [
      await grant(at),
      await assetRule(at, {
        users: { type: 'attrs', attrs: [{ name: 'username', match: 'startswith', value: at.user.username }] },
        assets: { type: 'attrs', attrs: [{ name: 'name', match: 'exact', value: at.host.name }] },
      }),
    ],
  },
  {
    name: 'an asset rule by node',
    fails: ['asset_login_reject'],
    arrange: async (at) => [
      await grant(at),
      await assetRule(at, { assets: { type: 'attrs', attrs: [{ name: 'nodes', match: 'm2m', value: [at.parent.id] }] } }),
    ],
  },
  {
    name: 'an asset rule about another address',
    arrange: async (at) => [await grant(at), await assetRule(at, { rules: { ip_group: ['10.0.0.0/8'], time_period: [] } })],
  },
  {
    name: 'an asset rule of another day',
    arrange: async (at) => [
      await grant(at),
      await assetRule(at, { rules: { ip_group: ['*'], time_period: [{ id: (today + 3) % 7, value: '00:00~00:00' }] } }),
    ],
  },
  {
    name: 'an asset rule of all days',
    fails: ['asset_login_reject'],
    arrange: async (at) => [
      await grant(at),
      await assetRule(at, {
        rules: { ip_group: ['*'], time_period: [0, 1, 2, 3, 4, 5, 6].map((id) => ({ id, value: '00:00~00:00' })) },
      }),
    ],
  },
  {
    name: 'an accepting asset rule above a rejecting one',
    arrange: async (at) => [await grant(at), await assetRule(at), await assetRule(at, { action: 'accept', priority: 51 })],
  },
  {
    name: 'a login rule that asks somebody first',
    reviews: ['login_review'],
    arrange: async (at) => [await grant(at), await loginRule(at, { action: 'review', reviewers: [(await createUser(at.admin)).id] })],
  },
  {
    name: 'an asset rule that asks somebody first',
    reviews: ['asset_login_review'],
    arrange: async (at) => [await grant(at), await assetRule(at, { action: 'review', reviewers: [(await createUser(at.admin)).id] })],
  },
  {
    name: 'an asset rule that asks for a second factor of somebody without one',
    fails: ['asset_login_mfa_missing'],
    arrange: async (at) => [await grant(at), await assetRule(at, { action: 'mfa' })],
  },
  {
    name: 'an asset rule that asks somebody first, where a method is taken away',
    fails: ['method_refused'],
    reviews: ['asset_login_review'],
    arrange: async (at) => [
      await grant(at),
      await methodRule(at),
      await assetRule(at, { action: 'review', reviewers: [(await createUser(at.admin)).id] }),
    ],
  },
  {
    name: 'an asset rule that asks somebody first who is switched off',
    fails: ['asset_login_review_impossible'],
    async arrange(at) {
      const reviewer = await createUser(at.admin);
      await grant(at);
      await assetRule(at, { action: 'review', reviewers: [reviewer.id] });
      await at.admin.patch(`users/users/${reviewer.id}/`, { is_active: false });
    },
  },
  { name: 'a method that is taken away', fails: ['method_refused'], arrange: async (at) => [await grant(at), await methodRule(at)] },
  {
    name: 'another method that is taken away',
    arrange: async (at) => [await grant(at), await methodRule(at, { connect_methods: ['web_gui'] })],
  },
  {
    name: 'everything against it at once',
    fails: ['login_reject', 'method_refused', 'asset_login_reject'],
    arrange: async (at) => [await grant(at), await loginRule(at), await methodRule(at), await assetRule(at)],
  },
];
