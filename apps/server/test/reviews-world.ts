import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { startTestServer, type TestServer } from './harness.ts';

export const TICKETS = 'tickets/tickets/';
export const anywhere = { ip_group: ['*'], time_period: [] };
export const only = (...ids: string[]) => ({ type: 'ids', ids });
export const codes = (answer: { status: number; body: Json }) => [answer.status, answer.body?.code];

/** Somebody of the organisation, and their hands. */
export interface Person {
  id: string;
  username: string;
  api: Api;
}

/** A server with an organisation in which people ask each other. */
export interface ReviewsWorld {
  server: TestServer;
  /** System administrator over all organisations. */
  root: Api;
  /** The same in the organisation. */
  admin: Api;
  orgId: string;
  person(api?: Api): Promise<Person>;
  /** Moves the end of a ticket into the past. */
  timePasses(id: string): Promise<void>;
}

export async function reviewsWorld(): Promise<ReviewsWorld> {
  const server = await startTestServer();
  const root = (await server.as('admin')).inOrg(ORG.ROOT);
  const orgId = (await createOrganisation(root)).id;
  const admin = root.inOrg(orgId);
  return {
    server,
    root,
    admin,
    orgId,
    async person(api = admin) {
      const user = await createUser(api);
      return { id: user.id, username: user.username, api: (await server.as(user.username)).inOrg(orgId) };
    },
    async timePasses(id) {
      await sql`update tickets set date_lapses = now() - interval '1 second' where id = ${id}`.execute(server.db);
    },
  };
}
