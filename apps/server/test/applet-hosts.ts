import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createPermission, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { runJob } from '../src/app.ts';
import type { TestServer } from './harness.ts';
import { type Component, registerComponent } from './matrix/actors.ts';
import { appletPackage } from './matrix/applet-package.ts';
import { type WireComponent, wireComponent } from './wire-component.ts';

/** What tests of remote applications need: packages, hosts, the agents on them, and components that carry their sessions. */

/** A component that signs what it says, as its kind does. */
export interface Carrier extends Component {
  wire: WireComponent;
}

export async function carrier(server: TestServer, type: string): Promise<Carrier> {
  const component = await registerComponent(server, type);
  return { ...component, wire: wireComponent(server.url, component.key) };
}

const made = ({ status, body }: { status: number; body: Json }): Json => {
  if (status !== 201) throw new Error(`Not made: ${status} ${JSON.stringify(body)}`);
  return body;
};

export async function uploadApplet(admin: Api, change: { manifest?: string; name?: string } = {}): Promise<Json> {
  const name = change.name ?? uniqueName('applet');
  const manifest = `name: ${name}\ndisplay_name: A browser\nversion: 0.2\ntype: general\nprotocols: [http]\n${change.manifest ?? ''}`;
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(appletPackage(name, { 'manifest.yml': manifest }))]), 'applet.zip');
  return made(await admin.post<Json>('terminal/applets/upload/', form));
}

export const createAppletHost = async (api: Api, given: Json = {}): Promise<Json> =>
  made(await api.post<Json>('terminal/applet-hosts/', { name: uniqueName('desk'), address: '192.0.2.40', ...given }));

/** What follows new hosts, people and settings, as the worker does it. */
export async function settleHosts(server: TestServer): Promise<void> {
  const job = server.assembly.jobs.find(({ name }) => name === 'applet-hosts.prepare');
  if (!job) throw new Error('Nothing prepares hosts');
  await runJob(server.platform, job, {});
}

/** How many public accounts a host has, so that tests need not make a hundred. */
export const fewAccounts = (server: TestServer, amount: number): Promise<void> =>
  server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, { TERMINAL_ACCOUNTS_AMOUNT: amount }));

/** A host with its agent, which has told that it lives and has switched its accounts on. */
export async function standingHost(server: TestServer, admin: Api, given: Json = {}): Promise<{ host: Json; agent: Carrier }> {
  const host = await createAppletHost(admin, given);
  await settleHosts(server);
  const agent = await carrier(server, 'tinker');
  await agent.wire.post('terminal/terminals/status/', { sessions: [] });
  const bound = await agent.wire.post(`terminal/applet-hosts/${host.id}/startup/`, {});
  if (bound.status !== 200) throw new Error(`Not bound: ${bound.status} ${JSON.stringify(bound.body)}`);
  for (const { id } of (await agent.wire.get('terminal/applet-hosts/accounts/')).body as unknown as Json[])
    await agent.wire.patch(`terminal/applet-hosts/accounts/${id}/`, { is_active: true });
  return { host, agent };
}

/** A page of the web that people may open with its account. */
export async function openedSite(admin: Api, people: readonly string[]): Promise<Json> {
  const site = made(
    await admin.post<Json>('assets/webs/', {
      name: uniqueName('site'),
      address: 'https://intranet.example.com',
      platform: 26,
      protocols: [{ name: 'http', port: 80 }],
    }),
  );
  await createAccount(admin, site.id, { name: 'clerk', username: 'clerk', secret: 'canary-of-clerk' });
  await createPermission(admin, { users: people, assets: [site.id], accounts: ['@ALL'], actions: ['all'] });
  return site;
}

/** A token of a person for an application on a page. */
export const appletToken = async (person: Api, site: Json, applet: Json): Promise<Json> =>
  made(
    await person.post<Json>('authentication/connection-token/', {
      asset: site.id,
      account: 'clerk',
      protocol: 'http',
      connect_method: applet.name,
    }),
  );

/** Leases that stand, as the database has them. */
export const leases = async (server: TestServer): Promise<{ account_id: string; token_id: string }[]> =>
  (
    await sql<{ account_id: string; token_id: string }>`select account_id, token_id from applet_leases order by date_leased`.execute(
      server.db,
    )
  ).rows;
