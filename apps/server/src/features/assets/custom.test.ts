import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, uniqueName } from '@postern/testkit/factories';
import { beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

let system: Api;
let admin: Api;
const server = serverOfFile();
beforeAll(async () => {
  const root = await server.as('admin');
  system = root.inOrg(ORG.SYSTEM);
  admin = root.inOrg((await createOrganisation(root)).id);
});

const FIELDS = [
  { name: 'tenant', label: 'Tenant', type: 'str', default: null },
  { name: 'seats', label: 'Seats', type: 'int', default: '5' },
  { name: 'region', label: 'Region', type: 'choice', default: '', choices: ['north', 'south'] },
  { name: 'tags', label: 'Tags', type: 'list', default: '' },
];

const platform = (given: Json = {}) =>
  system.post<Json>('assets/platforms/', {
    name: uniqueName('erp'),
    category: 'custom',
    type: 'erp',
    protocols: [{ name: 'http', port: 80 }],
    custom_fields: FIELDS,
    ...given,
  });
const asset = (platformId: number, custom_info: unknown) =>
  admin.post<Json>('assets/customs/', { name: uniqueName('ledger'), address: 'erp.example', platform: platformId, custom_info });

test('a custom platform brings its type along: as a category, with its protocols, and nothing automated', async () => {
  expect((await admin.get<Json[]>('assets/categories/')).body.map((one) => one.value)).not.toContain('custom');
  const made = await platform({ domain_enabled: true, su_enabled: true });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ type: { value: 'erp', label: 'erp' }, domain_enabled: false, su_enabled: false });
  const custom = (await admin.get<Json[]>('assets/categories/')).body.find((one) => one.value === 'custom');
  expect(custom?.types).toMatchObject([{ value: 'erp', constraints: { protocols: [{ name: 'http', port: 80 }], su_enabled: false } }]);
  expect((await system.patch<Json>(`assets/platforms/${made.body.id}/`, { comment: 'x' })).status).toBe(200);
});

test.each([
  ['a type of another category', { type: 'linux' }, 'type'],
  ['a type that is no word', { type: 'E R P' }, 'type'],
  ['a type of one’s own in another category', { category: 'host' }, 'type'],
  ['no protocols', { protocols: undefined }, 'protocols'],
  ['an unknown protocol', { protocols: [{ name: 'smoke', port: 1 }] }, 'protocols'],
  ['a field name that is no key', { custom_fields: [{ name: 'a b', label: 'x' }] }, 'custom_fields'],
  ['two fields of one name', { custom_fields: [FIELDS[0], FIELDS[0]] }, 'custom_fields'],
  ['a secret field', { custom_fields: [{ name: 'pin', label: 'PIN', type: 'password' }] }, 'custom_fields'],
])('%s is refused', async (_, given, field) => {
  const { status, body } = await platform(given);
  expect([status, Object.keys(body)]).toEqual([400, [field]]);
});

test('values of an asset follow the fields of its platform', async () => {
  const { id } = (await platform()).body;
  const made = await asset(id, { tenant: 'blue', seats: 7, region: 'south', tags: ['a'], other: 'dropped' });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ custom_info: { tenant: 'blue', seats: 7, region: 'south', tags: ['a'] }, type: { value: 'erp' } });
  expect(made.body.custom_info).not.toHaveProperty('other');
  const changed = await admin.patch<Json>(`assets/customs/${made.body.id}/`, { custom_info: { tenant: 'red' } });
  expect(changed.body.custom_info).toEqual({ tenant: 'red' });
  expect((await admin.patch<Json>(`assets/customs/${made.body.id}/`, { comment: 'kept' })).body.custom_info).toEqual({ tenant: 'red' });
});

test.each([
  ['without what is required', { seats: 1 }],
  ['with a word where a number belongs', { tenant: 'a', seats: 'many' }],
  ['with a choice that is none', { tenant: 'a', region: 'west' }],
  ['with a list that is none', { tenant: 'a', tags: 'a,b' }],
  ['with a list instead of values', ['tenant']],
  ['with a text that is too long', { tenant: 'a'.repeat(5_000) }],
])('values %s are refused', async (_, values) => {
  const { status, body } = await asset((await platform()).body.id, values);
  expect([status, Object.keys(body)]).toEqual([400, ['custom_info']]);
});
