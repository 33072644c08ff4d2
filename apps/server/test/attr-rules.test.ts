import { ROLE } from '@postern/contract/ids';
import type { Matcher } from '@postern/contract/matcher';
import type { Json } from '@postern/testkit/api';
import { createGroup, createHost, createNode, createOrganisation, createUser } from '@postern/testkit/factories';
import { beforeAll, describe, expect, test } from 'vitest';
import { organisationOfFile } from './in-organisation.ts';

// Attribute rules over lists (docs/wire/conventions.md#attribute-rules), the same clauses that access rules are enforced with.

const { root, admin: api } = organisationOfFile();

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
async function names(path: string, rules: Matcher | { type: 'attrs'; attrs: object[] }): Promise<string[]> {
  const answer = await api.get<Json>(path, { query: { attr_rules: encoded(rules), limit: 100 } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.results.map((row: Json) => row.name as string).sort();
}
const one = (name: string, match: string, value: unknown) => ({ type: 'attrs' as const, attrs: [{ name, match, value }] });

describe('assets by attributes', () => {
  beforeAll(async () => {
    const top = await createNode(api, { value: 'Top' });
    const below = await createNode(api, { parent: top.id });
    const host = (name: string, address: string, nodes: string[], comment = '') =>
      createHost(api, { name, address, nodes, comment, protocols: [{ name: 'ssh', port: 22 }] });
    await host('web.1', '10.0.0.5', [top.id], 'a%b');
    await host('web-2', '10.0.1.5', [below.id]);
    await host('db', 'db.example.com', [below.id]);
    await host('six', '2001:db8::5', [(await createNode(api)).id]);
    nodes = { top: top.id, below: below.id };
  });
  let nodes: { top: string; below: string };
  const assets = (name: string, match: string, value: unknown) => names('assets/hosts/', one(name, match, value));

  test('text is compared as it is written; only a regular expression is a pattern', async () => {
    expect(await assets('name', 'exact', 'web.1')).toEqual(['web.1']);
    expect(await assets('name', 'exact', '*')).toHaveLength(4);
    expect(await assets('name', 'not', 'db')).toEqual(['six', 'web-2', 'web.1']);
    expect(await assets('name', 'in', ['db', 'six', 'absent'])).toEqual(['db', 'six']);
    expect(await assets('name', 'in', ['*'])).toHaveLength(4);
    expect(await assets('name', 'startswith', 'web')).toEqual(['web-2', 'web.1']);
    expect(await assets('name', 'startswith', 'web_')).toEqual([]);
    expect(await assets('name', 'endswith', '1')).toEqual(['web.1']);
    expect(await assets('comment', 'contains', '%')).toEqual(['web.1']);
    expect(await assets('name', 'regex', '^web.[12]$')).toEqual(['web-2', 'web.1']);
    expect(await assets('name', 'nonsense', 'web.1')).toEqual([]);
    expect(await assets('name', 'constructor', 'web.1')).toEqual([]);
    expect(await assets('nothing', 'exact', '*')).toEqual([]);
    expect(await assets('is_active', 'exact', false)).toEqual([]);
    expect(await assets('is_active', 'not', false)).toHaveLength(4);
  });

  test('addresses are compared as addresses, host names as text', async () => {
    expect(await assets('address', 'ip_in', ['10.0.0.0/24'])).toEqual(['web.1']);
    expect(await assets('address', 'ip_in', ['10.0.0.1-10.0.1.255'])).toEqual(['web-2', 'web.1']);
    expect(await assets('address', 'ip_in', ['db.example.com', '2001:0db8:0::/48'])).toEqual(['db', 'six']);
    expect(await assets('address', 'ip_in', ['::1-10.0.0.9', '10.0.0.999', '10.0.0.0/99'])).toEqual([]);
    expect(await assets('address', 'ip_in', ['*'])).toHaveLength(4);
  });

  test('a node means everything below it; categories, types and protocols are known', async () => {
    expect(await assets('nodes', 'm2m', [nodes.top])).toEqual(['db', 'web-2', 'web.1']);
    expect(await assets('nodes', 'm2m', [nodes.below])).toEqual(['db', 'web-2']);
    expect(await assets('nodes', 'm2m', ['not an id'])).toEqual([]);
    expect(await assets('category', 'in', ['host'])).toHaveLength(4);
    expect(await assets('type', 'in', ['windows'])).toEqual([]);
    expect(await assets('protocols', 'in', ['ssh'])).toHaveLength(4);
  });

  test('rules are ANDed, and what is visible bounds them', async () => {
    expect(
      await names('assets/hosts/', {
        type: 'attrs',
        attrs: [
          { name: 'name', match: 'startswith', value: 'web' },
          { name: 'address', match: 'ip_in', value: ['10.0.1.0/24'] },
        ],
      }),
    ).toEqual(['web-2']);
    expect(await names('assets/hosts/', { type: 'all' })).toHaveLength(4);
    const other = root.inOrg((await createOrganisation(root)).id);
    const foreign = await createHost(other, { name: 'foreign' });
    expect(await names('assets/hosts/', { type: 'ids', ids: [foreign.id] })).toEqual([]);
  });
});

describe('people by attributes', () => {
  test('groups and roles are asked in the organisation; what is secret cannot be asked', async () => {
    const group = await createGroup(api, { name: 'Crew' });
    const user = await createUser(api, { name: 'Crew member', groups: [group.id] });
    await createUser(api, { name: 'Somebody' });
    const people = (name: string, match: string, value: unknown) => names('users/users/', one(name, match, value));
    expect(await people('groups', 'm2m', [group.id])).toEqual(['Crew member']);
    expect(await people('username', 'exact', user.username)).toEqual(['Crew member']);
    expect(await people('org_roles', 'm2m', ['00000000-0000-0000-0000-000000000007'])).toContain('Crew member');
    expect(await people('system_roles', 'm2m', ['00000000-0000-0000-0000-000000000001'])).toEqual([]);
    expect(await people('password', 'exact', '*')).toEqual([]);
    expect(await people('password_hash', 'startswith', '$')).toEqual([]);
    expect(await people('otp_secret', 'regex', '.')).toEqual([]);
  });
});

test('a role or a group of another organisation is nobody’s attribute here', async () => {
  const elsewhere = root.inOrg((await createOrganisation(root)).id);
  const user = await createUser(api, { name: 'In both' });
  const asked = await elsewhere.post('users/users/invite/', { users: [user.id], org_roles: [ROLE.ORG_AUDITOR] });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const group = await createGroup(elsewhere, { users: [user.id] });
  const here = (name: string, value: string) => names('users/users/', one(name, 'm2m', [value]));
  expect(await here('org_roles', ROLE.ORG_USER)).toContain('In both');
  expect(await here('org_roles', ROLE.ORG_AUDITOR)).not.toContain('In both');
  expect(await here('groups', group.id)).toEqual([]);
});

test('what is no matcher is refused by its name, and changes nothing', async () => {
  for (const attr_rules of [
    'x',
    encoded({ type: 'some' }),
    encoded({ type: 'ids', ids: [] }),
    encoded({ type: 'attrs', attrs: [{}] }),
    encoded(null),
    encoded(one('name', 'regex', '([')),
  ]) {
    const answer = await api.get<Json>('assets/assets/', { query: { attr_rules, limit: 1 } });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual(['attr_rules']);
  }
});
