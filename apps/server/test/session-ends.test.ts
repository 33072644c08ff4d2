import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import { END_REASONS, SESSION_ENDS } from '@postern/contract/session-end';
import { LANGUAGES } from '@postern/contract/text';
import type { Json } from '@postern/testkit/api';
import { createHost, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeLostSessions } from '../src/features/sessions/close-lost.job.ts';
import { exchanged, TYPED_IN } from './exchanged.ts';
import { serverOfFile } from './harness.ts';
import { type Component, registerComponent } from './matrix/actors.ts';

/** Why a session ended, and what of it could not be read: told by its component, shown to those who may see the session. */

let gateway: Component;
let user: Json;
let host: Json;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  gateway = await registerComponent(server);
  [user, host] = [await createUser(admin), await createHost(admin)];
  await exchanged(server, gateway.terminalId, { user_id: user.id, asset_id: host.id });
});

async function live(): Promise<string> {
  const id = randomUUID();
  const facts = { user: 'u', user_id: user.id, asset: 'a', asset_id: host.id, account: 'c', account_id: TYPED_IN };
  const answer = await gateway.api.post('terminal/sessions/', { id, ...facts, protocol: 'ssh', login_from: 'ST', org_id: ORG.DEFAULT });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return id;
}
const tell = async (id: string, change: object) => {
  const answer = await gateway.api.patch(`terminal/sessions/${id}/`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const read = async (id: string, language = 'en'): Promise<Json> =>
  (await admin.get<Json>(`terminal/sessions/${id}/`, { headers: { 'accept-language': language } })).body;

describe('the reason a session ended', () => {
  test('is shown in words, in three languages, with what belongs to it', async () => {
    const id = await live();
    expect(await read(id)).toMatchObject({ end_reason: null, end_reason_display: '', unread_lines: 0 });
    await tell(id, { is_finished: true, end_reason: 'terminated', end_params: { by: 'Bob(bob)' } });
    expect(await read(id)).toMatchObject({ end_reason: { value: 'terminated' }, end_reason_display: 'Ended by Bob(bob)' });
    expect((await read(id, 'zh')).end_reason_display).toContain('Bob(bob)');
    expect((await read(id, 'ja')).end_reason_display).toContain('Bob(bob)');
    const found = await admin.get<Json>('terminal/sessions/?end_reason=terminated');
    expect(found.body.map((row: Json) => row.id)).toContain(id);
    expect((await admin.get<Json>('terminal/sessions/?end_reason=idle')).body.map((row: Json) => row.id)).not.toContain(id);
  });

  test('has words of its own for every reason', () => {
    for (const language of LANGUAGES)
      expect(new Set(END_REASONS.map((one) => SESSION_ENDS[one].text[language])).size).toBe(END_REASONS.length);
  });

  test('is the first one that was told, and only silence gives way to a better one', async () => {
    const [first, silent] = [await live(), await live()];
    await tell(first, { is_finished: true, end_reason: 'idle', end_params: { minutes: '30' } });
    await tell(first, { end_reason: 'user_closed', end_params: {} });
    expect(await read(first)).toMatchObject({ end_reason: { value: 'idle' }, end_reason_display: 'No input for 30 minutes' });
    await sql`update sessions set date_alive = now() - interval '5 minutes' where id = ${silent}`.execute(server.db);
    await server.platform.asSystem('test', closeLostSessions);
    expect(await read(silent)).toMatchObject({ is_finished: true, end_reason: { value: 'component_lost' } });
    await tell(silent, { is_finished: true, end_reason: 'gateway_lost', end_params: {} });
    expect(await read(silent)).toMatchObject({ end_reason: { value: 'gateway_lost' } });
  });

  test('is nothing that people write, nor a component that did not carry the session', async () => {
    const id = await live();
    const other = await registerComponent(server);
    await admin.patch(`terminal/sessions/${id}/`, { end_reason: 'idle', unread_lines: 7, comment: 'seen' });
    expect((await other.api.patch(`terminal/sessions/${id}/`, { end_reason: 'idle' })).status).toBe(404);
    expect(await read(id)).toMatchObject({ end_reason: null, unread_lines: 0, comment: 'seen' });
    const answer = await gateway.api.patch<Json>(`terminal/sessions/${id}/`, { end_reason: 'no such reason' });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['end_reason']]);
  });
});

test('the count of unread lines only grows', async () => {
  const id = await live();
  for (const unread_lines of [3, 65, 4]) await tell(id, { unread_lines });
  expect((await read(id)).unread_lines).toBe(65);
});
