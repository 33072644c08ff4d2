import { ORG, ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createHost, createNode, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** What settings let people ask for. */

let admin: Api;
let orgId: string;
let asker: Api;
let node: Json;
let child: Json;
let inside: Json;
let outside: Json;

const REQUESTS = 'tickets/apply-asset-tickets/';
const at = (ms: number): string => new Date(Date.now() + ms).toISOString();

const server = serverOfFile();
const root = forThisFile(async () => (await server.as('admin')).inOrg(ORG.ROOT));
beforeAll(async () => {
  orgId = (await createOrganisation(root)).id;
  admin = root.inOrg(orgId);
  const user = await createUser(admin, { org_roles: [ROLE.ORG_USER] });
  asker = (await server.as(user.username)).inOrg(orgId);
  node = await createNode(admin);
  child = (await admin.post<Json>(`assets/nodes/${node.id}/children/`, { value: uniqueName('child') })).body;
  [inside, outside] = [await createHost(admin, { nodes: [child.id] }), await createHost(admin)];
});

const offer = async (TICKET_OFFERED: string, nodes: readonly string[] = []) => {
  const saved = await root.patch<Json>('settings/setting/?category=basic', { TICKET_OFFERED, TICKET_OFFERED_NODES: nodes });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
};
const found = async (what: 'assets' | 'nodes'): Promise<string[]> =>
  (await asker.get<Json[]>(`${REQUESTS}offered-${what}/?org_id=${orgId}&search=`)).body.map((one) => one.id);
const ask = (more: object) =>
  asker.post<Json>(`${REQUESTS}open/`, {
    title: uniqueName('need'),
    org_id: orgId,
    apply_accounts: ['root'],
    apply_date_start: at(0),
    apply_date_expired: at(3_600_000),
    apply_nodes: [],
    apply_assets: [],
    ...more,
  });

describe('people may ask for', () => {
  test('everything by name, unless somebody chose', async () => {
    expect(await found('assets')).toEqual(expect.arrayContaining([inside.id, outside.id]));
    expect(await found('nodes')).toEqual(expect.arrayContaining([node.id, child.id]));
    expect((await ask({ apply_assets: [outside.id] })).status).toBe(201);
  });

  test('nothing by an address: whoever guesses one would learn what is there', async () => {
    const search = async (word: string) =>
      (await asker.get<{ id: string }[]>(`${REQUESTS}offered-assets/`, { query: { org_id: orgId, search: word } })).body.map(
        ({ id }) => id,
      );
    expect(await search(String(inside.name))).toEqual([inside.id]);
    expect(await search(String(inside.address))).toEqual([]);
  });

  test('chosen nodes with what is below them; all else is as if it were not there', async () => {
    await offer('nodes', [node.id]);
    expect(await found('assets')).toEqual([inside.id]);
    expect((await found('nodes')).sort()).toEqual([node.id, child.id].sort());
    expect((await ask({ apply_assets: [inside.id], apply_nodes: [child.id] })).status).toBe(201);
    const nowhere = '3f2c9a4e-5b1d-4c6f-8a7e-9d0b1c2e3f4a';
    const answer = async (more: object, id: string) => {
      const { status, body } = await ask(more);
      return [status, JSON.stringify(body).replaceAll(id, nowhere)];
    };
    expect(await answer({ apply_assets: [outside.id] }, outside.id)).toEqual(await answer({ apply_assets: [nowhere] }, nowhere));
    const rootNode = (await admin.get<Json[]>('assets/nodes/')).body.find((one) => !one.key.includes(':')) as Json;
    expect(await answer({ apply_nodes: [rootNode.id] }, rootNode.id)).toEqual(await answer({ apply_nodes: [nowhere] }, nowhere));
    // A root stands for its whole organisation, and for no other.
    await offer('nodes', [rootNode.id]);
    expect(await found('assets')).toEqual(expect.arrayContaining([inside.id, outside.id]));
    const far = root.inOrg((await createOrganisation(root)).id);
    await offer('nodes', [(await createNode(far)).id]);
    expect([await found('assets'), await found('nodes')]).toEqual([[], []]);
  });

  test('nothing, where that is chosen', async () => {
    await offer('nothing', [node.id]);
    expect([await found('assets'), await found('nodes')]).toEqual([[], []]);
    for (const more of [{ apply_assets: [inside.id] }, { apply_nodes: [node.id] }]) expect((await ask(more)).status).toBe(400);
    expect((await asker.get<Json>('settings/public/')).body.TICKET_OFFERED).toBe('nothing');
  });

  test('nodes that are there', async () => {
    for (const nodes of [[ORG.SYSTEM], ['no id']]) {
      const refused = await root.patch<Json>('settings/setting/?category=basic', { TICKET_OFFERED_NODES: nodes });
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['TICKET_OFFERED_NODES']]);
    }
  });
});
