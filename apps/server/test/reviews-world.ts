import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { type InOrganisation, organisationOfFile } from './in-organisation.ts';
import { made } from './made.ts';

export const TICKETS = 'tickets/tickets/';
export const anywhere = { ip_group: ['*'], time_period: [] };
export const only = (...ids: string[]) => ({ type: 'ids', ids });
/** A rule by which these decide about whoever connects to a host. */
export const guard = (api: Api, host: Json, ...reviewers: readonly { id: string }[]): Promise<Json> =>
  made(api, 'acls/login-asset-acls/', {
    name: uniqueName('guarded'),
    users: { type: 'all' },
    assets: only(host.id),
    accounts: ['@ALL'],
    action: 'review',
    reviewers: reviewers.map(({ id }) => id),
    rules: anywhere,
  });
export const codes = (answer: { status: number; body: Json }) => [answer.status, answer.body?.code];

/** Somebody of the organisation, and their hands. */
export interface Person {
  id: string;
  username: string;
  api: Api;
}

/** An organisation in which people ask each other; `root` is over all of them. */
export interface ReviewsWorld extends InOrganisation {
  person(api?: Api): Promise<Person>;
  /** Moves the end of a ticket into the past. */
  timePasses(id: string): Promise<void>;
}

export function reviewsOfFile(): ReviewsWorld {
  const world = organisationOfFile();
  const { server, admin, as } = world;
  return {
    ...world,
    root: forThisFile(() => world.root.inOrg(ORG.ROOT)),
    async person(api = admin) {
      const user = await createUser(api);
      return { id: user.id, username: user.username, api: await as(user.username) };
    },
    async timePasses(id) {
      await sql`update tickets set date_lapses = now() - interval '1 second' where id = ${id}`.execute(server.db);
    },
  };
}
