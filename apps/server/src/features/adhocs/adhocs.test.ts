import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
const somebody = async () => server.as(String((await createUser(admin)).username));
const mia = forThisFile(somebody);
const otto = forThisFile(somebody);

const KEPT = 'ops/adhocs/';
const names = async (api: Api, query: Record<string, string> = {}): Promise<string[]> =>
  (await api.get<Json[]>(KEPT, { query })).body.map(({ name }) => String(name));
const keep = (api: Api, name: string, more: Json = {}) => api.post(KEPT, { name, args: 'uptime', ...more });

describe('kept commands', () => {
  it('are kept, found, changed and deleted by the person who keeps them', async () => {
    const made = await keep(mia, 'Load', { args: 'uptime\nfree -m', comment: 'memory, too' });
    expect([made.status, made.body.module, made.body.args, made.body.is_shared]).toEqual([
      201,
      { value: 'shell', label: 'Shell' },
      'uptime\nfree -m',
      false,
    ]);
    const own = await mia.get<Json>('users/profile/');
    expect(made.body.creator).toBe(own.body.id);
    const at = `${KEPT}${made.body.id}/`;
    expect((await mia.patch(at, { name: 'Load and memory' })).body.name).toBe('Load and memory');
    expect(await names(mia, { search: 'memory, too' })).toEqual(['Load and memory']);
    expect(await names(mia, { search: 'nothing such' })).toEqual([]);
    expect((await mia.delete(at)).status).toBe(204);
    expect(await names(mia)).toEqual([]);
  });

  it('are nobody else’s, the administrator’s neither', async () => {
    const at = `${KEPT}${(await keep(mia, 'Private')).body.id}/`;
    for (const api of [otto, admin]) {
      expect(await names(api)).toEqual([]);
      for (const answer of [await api.get(at), await api.patch(at, { name: 'Taken' }), await api.delete(at)])
        expect(answer.status).toBe(404);
    }
    const claimed = await keep(otto, 'Claimed', { creator: (await mia.get<Json>('users/profile/')).body.id });
    expect(claimed.body.creator).toBe((await otto.get<Json>('users/profile/')).body.id);
    expect(await names(mia)).toEqual(['Private']);
  });

  it('are used by everybody once they are shared, and changed by their owner alone', async () => {
    const at = `${KEPT}${(await keep(mia, 'Shared', { is_shared: true })).body.id}/`;
    expect(await names(otto)).toContain('Shared');
    expect((await otto.get<Json>(at)).body.args).toBe('uptime');
    expect([(await otto.patch(at, { args: 'rm -rf /' })).status, (await otto.put(at, { name: 'x' })).status]).toEqual([403, 403]);
    expect((await otto.delete(at)).status).toBe(403);
    expect((await mia.get<Json>(at)).body.args).toBe('uptime');
    expect((await mia.patch(at, { is_shared: false })).status).toBe(200);
    expect((await otto.get(at)).status).toBe(404);
  });

  it('have names that one person uses once, and a size', async () => {
    expect((await keep(mia, 'Same')).status).toBe(201);
    expect((await keep(mia, 'Same')).status).toBe(400);
    expect((await keep(otto, 'Same')).status).toBe(201);
    expect((await keep(mia, 'Long', { args: 'x'.repeat(8193) })).status).toBe(400);
    expect((await keep(mia, 'Odd', { module: 'perl' })).status).toBe(400);
  });

  it('go with their organisation, in whose way they do not stand', async () => {
    const org = (await admin.post<Json>('orgs/orgs/', { name: uniqueName('short-lived') })).body;
    const there = await keep(admin.inOrg(String(org.id)), 'There');
    expect([there.status, there.body.name]).toEqual([201, 'There']);
    expect(await names(admin.inOrg(String(org.id)))).toEqual(['There']);
    expect((await admin.delete(`orgs/orgs/${org.id}/`)).status).toBe(204);
    expect(await server.db.selectFrom('adhocs').select('id').where('id', '=', there.body.id).execute()).toEqual([]);
  });

  it('stop at a number for each person', async () => {
    const many = await otto.post(
      KEPT,
      Array.from({ length: 500 }, (_, n) => ({ name: `many ${n}`, args: 'id' })),
    );
    expect(many.status).toBe(400);
    expect((await names(otto)).length).toBeLessThanOrEqual(500);
  });
});
