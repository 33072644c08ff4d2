import type { Api, Json } from '@postern/testkit/api';
import { createGroup, createHost, createPermission, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { runJob } from '../src/app.ts';
import { type Person, type ReviewsWorld, reviewsOfFile } from './reviews-world.ts';

export const REVIEWS = 'perms/access-reviews/';
export const LINES = 'perms/access-review-lines/';
export const OWN = 'perms/own-access-reviews/';
export const OWN_LINES = 'perms/own-access-review-lines/';
const DAY = 86_400_000;

/** Of an answer that refuses: its status, and the code or the fields that it names. */
export const refusal = ({ status, body }: { status: number; body: Json }) => [status, body.code ?? Object.keys(body)];

/** People who review what others reach. */
export interface AccessReviewsWorld extends Omit<ReviewsWorld, 'timePasses'> {
  /** A machine, and a permission of it for people and groups. */
  grant(given: { users?: Person[]; groups?: string[]; more?: Json }): Promise<{ permission: Json; host: Json }>;
  group(...members: Person[]): Promise<Json>;
  /** Makes a review of permissions and lets its run prepare it. */
  review(permissions: readonly Json[], reviewers: readonly Person[], more?: Json): Promise<Json>;
  /** Lets the run of a review prepare it. */
  prepare(review: Json): Promise<void>;
  /** Lines of a review as somebody sees them, those that the administrator does unless told otherwise. */
  lines(review: Json, who?: Person): Promise<Json[]>;
  decide(who: Person, review: Json, lines: readonly Json[], decision: string, more?: Json): Promise<{ status: number; body: Json }>;
  /** Whether somebody reaches a machine now. */
  reaches(who: Person, host: Json): Promise<boolean>;
  /** The due date comes, and the clock runs its job. */
  due(review: Json): Promise<void>;
  run(job: string): Promise<void>;
  subjects(who: { api: Api }): Promise<string[]>;
}

export function accessReviewsOfFile(): AccessReviewsWorld {
  const { timePasses: _tickets, ...world } = reviewsOfFile();
  const { server, admin } = world;
  const run = async (name: string, data: Json = {}): Promise<void> => {
    const job = server.assembly.jobs.find((one) => one.name === name);
    if (!job) throw new Error(`no job ${name}`);
    await runJob(server.platform, job, data);
  };
  const prepare = async ({ id }: Json): Promise<void> =>
    run('prepare-access-review', { task_run: (await admin.get<Json>(`${REVIEWS}${id}/`)).body.task });
  return {
    ...world,
    run,
    prepare,
    async grant({ users = [], groups = [], more = {} }) {
      const host = await createHost(admin);
      const permission = await createPermission(admin, {
        users: users.map(({ id }) => id),
        user_groups: groups,
        assets: [host.id],
        ...more,
      });
      return { permission, host };
    },
    group: (...members) => createGroup(admin, { users: members.map(({ id }) => id) }),
    async review(permissions, reviewers, more = {}) {
      const made = await admin.post<Json>(REVIEWS, {
        name: uniqueName('review'),
        permissions: permissions.map(({ id }) => id),
        reviewers: reviewers.map(({ id }) => id),
        date_due: new Date(Date.now() + 7 * DAY).toISOString(),
        ...more,
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      await prepare(made.body);
      return (await admin.get<Json>(`${REVIEWS}${made.body.id}/`)).body;
    },
    lines: async ({ id }, who) =>
      (
        await (who
          ? who.api.get<Json[]>(`${OWN_LINES}?review=${id}&order=subject`)
          : admin.get<Json[]>(`${LINES}?review=${id}&order=subject`))
      ).body,
    decide: (who, { id }, lines, decision, more = {}) =>
      who.api.post<Json>(`${OWN}${id}/decide/`, { lines: lines.map((one) => one.id), decision, ...more }),
    reaches: async (who, host) => (await who.api.get<Json[]>('perms/users/self/assets/')).body.some(({ id }) => id === host.id),
    async due({ id }) {
      await sql`update access_reviews set date_due = now() - interval '1 second' where id = ${id}`.execute(server.db);
      await run('access-reviews.end');
    },
    subjects: async ({ api }) => (await api.get<Json[]>('notifications/site-messages/')).body.map((one) => String(one.content.subject)),
  };
}
