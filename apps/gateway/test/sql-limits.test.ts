import { forThisFile } from '@postern/testkit/for-this-file';
import { until } from '@postern/testkit/until';
import { afterEach, describe, expect, test } from 'vitest';
import { databases, KINDS, type Kind, lasting, ruleOf } from './databases.ts';
import { nativeClient } from './native-client.ts';
import { eventually, startWorld, type World } from './world.ts';

/** What the settings allow a session holds at the doors of databases as at the others: on a real PostgreSQL and a real MariaDB, each limit alone. */

const MINUTES = 0.05;
const HOURS = 0.0015;

const { grantTo, running } = databases();
const stop = (it: World) => it.stop();
const world = forThisFile(() => startWorld(undefined, { announcement: { SUBJECT: 'Maintenance', CONTENT: 'at 18:00' } }), stop);
const impatient = forThisFile(() => startWorld(undefined, { idleMinutes: MINUTES }), stop);
const brief = forThisFile(() => startWorld(undefined, { longestHours: HOURS }), stop);
const clients = forThisFile(
  () => ({ world: nativeClient(world), impatient: nativeClient(impatient), brief: nativeClient(brief) }),
  (all) => {
    for (const one of Object.values(all)) one.stop();
  },
);

afterEach(() => {
  world.core.mostSessions = 0;
});

const lastOf = ({ core }: World) => [...core.sessions.values()].at(-1);
const endOf = (at: World) =>
  eventually(() => {
    const session = lastOf(at);
    return session?.is_finished === true && { reason: session.end_reason, params: session.end_params };
  });
const gone = (kind: Kind, mark: string) => until('the statement is gone', 30_000, async () => (await running(kind, mark)) === 0);

describe.each(KINDS)('%s', (kind) => {
  test('as many sessions at once as a person may have: the next one asks the database nothing', async () => {
    const mark = `${kind}_first`;
    const first = clients.world.start([lasting(kind, mark)], { token: world.token(grantTo(kind)) });
    await until('the first one runs', 30_000, async () => (await running(kind, mark)) === 1);
    world.core.mostSessions = 1;
    const before = world.core.sessions.size;
    const made = `${kind}_made`;
    const refused = await clients.world.run([`create table ${made} (id int)`], { token: world.token(grantTo(kind)) });
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('No further session can be opened now. most: 1, en');
    expect(world.core.sessions.size).toBe(before);
    // Over is over: there is room again.
    first.kill();
    await first.ended;
    await endOf(world);
    const next = await clients.world.run([`create table ${made} (id int)`], { token: world.token(grantTo(kind)) });
    expect([next.code, next.stderr]).toEqual([0, expect.not.stringContaining('ERROR')]);
  });

  test('the longest time without anything going by: the statement ends in the database as well', async () => {
    const mark = `${kind}_idle`;
    const run = clients.impatient.start([lasting(kind, mark)], { token: impatient.token(grantTo(kind)) });
    const { code, stderr } = await run.ended;
    expect(code).not.toBe(0);
    expect(stderr).toContain(`after ${MINUTES} min without input`);
    expect(await endOf(impatient)).toEqual({ reason: 'idle', params: { minutes: String(MINUTES) } });
    await gone(kind, mark);
  });

  test('the longest time of a session, however much its statements answer', async () => {
    const mark = `${kind}_longest`;
    // PostgreSQL sends what several statements answer once it has 8 KB.
    const text = Array.from({ length: 100 }, (_, n) => {
      const sleep = kind === 'postgresql' ? 'pg_sleep' : 'sleep';
      return `select ${sleep}(0.3), '${mark}', ${n}, repeat('x', 9000)`;
    });
    const { code, stdout, stderr } = await clients.brief.run([text.join('; ')], { token: brief.token(grantTo(kind)) });
    expect(code).not.toBe(0);
    expect(stdout.toString()).toContain(`${mark}\t3`);
    // What it says about the end is none of the rows.
    expect(stdout.toString()).not.toContain('This session');
    expect(stderr).toContain(`none may last longer than ${HOURS} h`);
    expect(await endOf(brief)).toEqual({ reason: 'time_limit', params: { hours: String(HOURS) } });
    await gone(kind, mark);
  });

  test('the announcement is in nobody’s rows', async () => {
    const { code, stdout, stderr } = await clients.world.run(['select 1 as one'], { token: world.token(grantTo(kind)) });
    expect([code, stdout.toString(), stderr]).toEqual([0, 'one\n1\n', expect.not.stringContaining('Maintenance')]);
  });

  test.each([
    ['a rule that warns lets it through, and its level is in the log', 'warning', 0, 4],
    ['a rule that refuses stops it', 'reject', 126, 5],
    ['a rule that asks somebody stops it, where nobody can be asked', 'review', 126, 6],
  ] as const)('%s', async (_what, action, code, level) => {
    const change = ruleOf(action, 'select\\s+7');
    const done = await clients.world.run(['select 7 as seven'], { token: world.token(grantTo(kind, change)) });
    expect([done.code, done.stdout.toString()]).toEqual([code, code === 0 ? 'seven\n7\n' : '']);
    await eventually(() => lastOf(world)?.is_finished === true);
    const logged = await eventually(() => world.core.commands.find((one) => one.session === lastOf(world)?.id));
    expect(logged).toMatchObject({ input: 'select 7 as seven', risk_level: level, cmd_filter_acl: expect.any(String) });
  });

  test('the end of the permission, and an order to end it', async () => {
    for (const [why, ending, reason] of [
      ['ended', (id: string) => world.core.kill(id, 'Root(admin)'), 'terminated'],
      [
        'taken',
        (id: string) => {
          world.core.rules.set(id, { refused: 'permission', rule: '' });
          world.core.rulesChanged();
        },
        'permission_removed',
      ],
    ] as const) {
      const mark = `${kind}_${why}`;
      const run = clients.world.start([lasting(kind, mark)], { token: world.token(grantTo(kind)) });
      await until('it runs', 30_000, async () => (await running(kind, mark)) === 1);
      ending(String(lastOf(world)?.id));
      expect((await run.ended).code).not.toBe(0);
      expect(await endOf(world)).toMatchObject({ reason });
      await gone(kind, mark);
    }
  });
});
