import { ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createHost, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { unwatched } from '../src/platform/feature.ts';
import { type Person, type ReviewsWorld, reviewsOfFile } from './reviews-world.ts';

export const REQUESTS = 'tickets/apply-asset-tickets/';
const HOUR = 3_600_000;

/** A world in which people ask for access, and others decide about it. */
export interface RequestsWorld extends ReviewsWorld {
  /** Who decides, level by level. */
  flow(...levels: readonly Person[][]): Promise<void>;
  /** A request of somebody for a host, a new one unless said, which would end after so many hours. */
  ask(who: Person, hours?: number, host?: string): Promise<Json>;
  /** Subjects of the messages in somebody's box, the newest first. */
  subjects(who: Person): Promise<string[]>;
  /** Lets a job run once. */
  run(job: string): Promise<void>;
  /** Takes somebody out of the organisation. */
  leaves(who: Person): Promise<void>;
}

export function requestsOfFile(): RequestsWorld {
  const world = reviewsOfFile();
  const { server, admin, org } = world;
  return {
    ...world,
    async flow(...levels) {
      const [known] = (await admin.get<Json[]>('tickets/flows/')).body;
      const rules = levels.map((people) => ({ strategy: 'custom_user', assignees: people.map((one) => one.id) }));
      const body = { type: 'apply_asset', approval_level: levels.length, rules };
      const answer = await admin.put<Json>(`tickets/flows/${known?.id}/`, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    },
    async ask(who, hours = 24 * 40, host) {
      const answer = await who.api.post<Json>(`${REQUESTS}open/`, {
        title: uniqueName('need'),
        org_id: org.id,
        apply_assets: [host ?? (await createHost(admin)).id],
        apply_accounts: ['root'],
        apply_date_start: new Date().toISOString(),
        apply_date_expired: new Date(Date.now() + hours * HOUR).toISOString(),
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    },
    subjects: async (who) => (await who.api.get<Json[]>('notifications/site-messages/')).body.map((one) => String(one.content.subject)),
    run: (name) =>
      server.platform.asSystem('test', async (ctx) => {
        const job = server.assembly.jobs.find((one) => one.name === name);
        expect(job).toBeDefined();
        await job?.run(ctx, {}, unwatched());
      }),
    async leaves(who) {
      await sql`delete from role_bindings where user_id = ${who.id} and role_id = ${ROLE.ORG_USER}`.execute(server.db);
    },
  };
}
