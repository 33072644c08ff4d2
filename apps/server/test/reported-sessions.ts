import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createHost, createUser } from '@postern/testkit/factories';
import { expect } from 'vitest';
import { exchanged, TYPED_IN } from './exchanged.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { type Component, registerComponent } from './matrix/actors.ts';

/** A component that reports sessions of Mei on the machine db-01, which it was let onto. */
export interface ReportedSessions {
  server: TestServer;
  admin: Api;
  koko: Component;
  mei: Json;
  host: Json;
  /** Reports one. @returns its id */
  session(change?: Json): Promise<string>;
}

/** A session of somebody on a machine, as a component reports it. @returns its id */
export async function reportSession(koko: Component, mei: Json, host: Json, change: Json = {}): Promise<string> {
  const id = randomUUID();
  const made = await koko.api.post('terminal/sessions/', {
    id,
    user: 'Mei(mei)',
    user_id: mei.id,
    asset: 'db-01(127.0.0.1)',
    asset_id: host.id,
    account: 'root',
    account_id: TYPED_IN,
    protocol: 'ssh',
    org_id: ORG.DEFAULT,
    date_start: new Date().toISOString(),
    ...change,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return id;
}

export async function reportedSessions(): Promise<ReportedSessions> {
  const server = await startTestServer();
  const admin = await server.as('admin');
  const koko = await registerComponent(server);
  const [mei, host] = [await createUser(admin, { name: 'Mei', username: 'mei' }), await createHost(admin, { name: 'db-01' })];
  await exchanged(server, koko.terminalId, { user_id: mei.id, asset_id: host.id });
  return { server, admin, koko, mei, host, session: (change) => reportSession(koko, mei, host, change) };
}
