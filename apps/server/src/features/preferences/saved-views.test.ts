import type { Api, Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

let other: Api;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  const person = await createUser(admin);
  other = await server.as(String(person.username));
});

const VIEWS = 'settings/saved-views/';
const mine = async (api: Api) => (await api.get<Json[]>(VIEWS, { query: { table_name: 'user' } })).body;
const save = (api: Api, name: string, config: unknown = { columns: ['name'], order: '-name' }) =>
  api.post(VIEWS, { name, table_name: 'user', config });

describe('saved views', () => {
  it('are kept, listed by table, renamed, changed and deleted by their owner', async () => {
    const made = await save(admin, 'New people');
    expect(made.status).toBe(201);
    expect(made.body.config).toEqual({ columns: ['name'], order: '-name' });
    const at = `${VIEWS}${made.body.id}/`;
    expect((await admin.patch(at, { name: 'Newest people' })).body.name).toBe('Newest people');
    expect((await admin.patch(at, { config: { search: ['x'] } })).body.config).toEqual({ search: ['x'] });
    expect((await admin.get<Json[]>(VIEWS, { query: { table_name: 'asset' } })).body).toEqual([]);
    expect((await mine(admin)).map((view) => view.name)).toEqual(['Newest people']);
    expect((await admin.delete(at)).status).toBe(204);
    expect(await mine(admin)).toEqual([]);
  });

  it('are nobody else’s', async () => {
    const at = `${VIEWS}${(await save(admin, 'Private')).body.id}/`;
    expect(await mine(other)).toEqual([]);
    expect((await other.get(at)).status).toBe(404);
    expect((await other.patch(at, { name: 'Mine now' })).status).toBe(404);
    expect((await other.delete(at)).status).toBe(404);
    const taken = await other.post(VIEWS, { name: 'Private', table_name: 'user', config: {}, user: 'somebody' });
    expect(taken.status).toBe(201);
    expect((await mine(admin)).map((view) => view.name)).toEqual(['Private']);
  });

  it('have names that differ within a table, and a size', async () => {
    expect((await save(admin, 'Same')).status).toBe(201);
    const again = await save(admin, 'same');
    expect([again.status, Object.keys(again.body)]).toEqual([400, ['name']]);
    expect((await admin.post(VIEWS, { name: 'Same', table_name: 'asset', config: {} })).status).toBe(201);
    const large = await save(admin, 'Large', { search: ['x'.repeat(9000)] });
    expect([large.status, Object.keys(large.body)]).toEqual([400, ['config']]);
    for (const config of [[], 7, 'text', null]) expect((await save(admin, 'Odd', config)).status).toBe(400);
  });

  it('stop at a number per table', async () => {
    const many = await Promise.all(Array.from({ length: 55 }, (_, index) => save(other, `View ${index}`)));
    expect(many.filter((answer) => answer.status === 201).length).toBe(49);
    expect((await mine(other)).length).toBe(50);
  });
});
