import type { Api, Json } from '@postern/testkit/api';
import { uniqueName } from '@postern/testkit/factories';
import { expect } from 'vitest';

/** What suites of playbooks ask for. */

export const PLAYBOOKS = 'ops/playbooks/';
export const filesAt = (id: unknown): string => `ops/playbook/${id}/file/`;

export async function madePlaybook(api: Api, more: Json = {}): Promise<Json> {
  const name = uniqueName('playbook');
  const made = await api.post<Json>(PLAYBOOKS, { name, ...more });
  expect([made.status, made.body.name]).toEqual([201, more.name ?? name]);
  return made.body;
}

export const readFile = (api: Api, id: unknown, key: string) => api.get<Json>(filesAt(id), { query: { key } });
export const contentOf = async (api: Api, id: unknown, key: string): Promise<unknown> => (await readFile(api, id, key)).body.content;
/** Ids of all nodes but the top. */
export const entriesOf = async (api: Api, id: unknown): Promise<string[]> =>
  (await api.get<Json[]>(filesAt(id))).body.slice(1).map((node) => String(node.id));

/** Sends an archive as people do. */
export function sendArchive(api: Api, bytes: Buffer, filename = `${uniqueName('zip')}.zip`, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('path', new Blob([new Uint8Array(bytes)]), filename);
  return api.post<Json>(PLAYBOOKS, form);
}
