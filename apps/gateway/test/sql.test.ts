import { gunzipSync } from 'node:zlib';
import { forThisFile } from '@postern/testkit/for-this-file';
import { until } from '@postern/testkit/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, type GrantChange, KINDS, type Kind, lasting, ruleOf } from './databases.ts';
import { type NativeClient, nativeClient } from './native-client.ts';
import { eventually, startWorld } from './world.ts';

/** Statements of SQL through the SSH door, on a real PostgreSQL and a real MariaDB. */

let client: NativeClient;

const { certificate, grantTo, running } = databases();
const world = forThisFile(startWorld, (it) => it.stop());
beforeAll(() => {
  client = nativeClient(world);
});
afterAll(async () => {
  client?.stop();
});

async function run(kind: Kind, text: string, change: GrantChange = {}) {
  const before = new Set(world.core.sessions.keys());
  const { code, stdout, stderr } = await client.run([text], { token: world.token(grantTo(kind, change)), input: '' });
  const id = [...world.core.sessions.keys()].find((one) => !before.has(one)) ?? '';
  return { code, out: stdout.toString(), stderr, id, session: () => world.core.sessions.get(id) };
}

describe.each(KINDS)('%s', (kind) => {
  test('statements are run in their order, rows are lines of cells, and all of it is evidence', async () => {
    const made = await run(kind, `create table t_${kind} (id int, name varchar(40)); insert into t_${kind} values (1, 'it''s'), (2, null)`);
    expect(made).toMatchObject({ code: 0, out: '' });
    const read = await run(kind, `select id, name from t_${kind} order by id; select 'a	b' as x`);
    expect(read).toMatchObject({ code: 0, out: "id\tname\n1\tit's\n2\tNULL\nx\na\\tb\n" });
    expect(read.stderr).toMatch(kind === 'postgresql' ? /SELECT 2\nSELECT 1/ : /2 rows\n1 rows/);
    await eventually(() => world.core.replays.get(read.id)?.file !== undefined);
    const recorded = gunzipSync(world.core.replays.get(read.id)?.file as Buffer).toString();
    expect(recorded).toContain(`select id, name from t_${kind}`);
    expect(recorded).toContain("it's");
    await eventually(() => world.core.commands.some((one) => one.session === read.id));
    expect(world.core.commands.filter((one) => one.session === read.id)).toEqual([
      expect.objectContaining({
        input: expect.stringContaining('select id, name'),
        output: expect.stringContaining("it's"),
        risk_level: 0,
      }),
    ]);
  });

  test('what the server refuses ends it, with the words of the server and status 1', async () => {
    const { code, out, stderr } = await run(kind, 'select 1 as one; select * from nowhere_at_all; select 2 as two');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/ERROR \w+: .*nowhere_at_all/)]);
    expect(out).not.toContain('two');
  });

  test('a rule about commands is asked before anything reaches the database', async () => {
    const refused = await run(kind, `drop table t_${kind}`, ruleOf('reject', 'drop\\s+table'));
    expect(refused.code).toBe(126);
    expect(await run(kind, `select count(*) as n from t_${kind}`)).toMatchObject({ code: 0, out: 'n\n2\n' });
  });

  test('a wrong password is told as one, and shows none', async () => {
    const grant = grantTo(kind);
    const { code, stderr } = await run(kind, 'select 1', { account: { ...grant.account, secret: 'Wrong-secret-1' } });
    expect([code, stderr]).toEqual([255, expect.stringContaining('The asset refused this account.')]);
    expect(stderr).not.toContain('Wrong-secret-1');
  });

  test('many rows come through whole while nobody keeps them in memory', async () => {
    const text =
      kind === 'postgresql'
        ? `select n, repeat('x', 1000) as filler from generate_series(1, 30000) n`
        : `select seq as n, repeat('x', 1000) as filler from seq_1_to_30000`;
    const { code, out } = await run(kind, text);
    const lines = out.trimEnd().split('\n');
    expect([code, lines.length, lines.at(-1)?.slice(0, 8)]).toEqual([0, 30_001, '30000\txx']);
  });

  test('one value that is larger than anything ends the session instead of filling the gateway', async () => {
    const text =
      kind === 'postgresql' ? `select repeat('x', 40000000)` : `select repeat('x', 16777000), repeat('y', 16777000), repeat('z', 16777000)`;
    const { code, out, stderr } = await run(kind, text);
    expect(code).not.toBe(0);
    expect(out.length).toBeLessThan(1_000);
    expect(stderr).toContain('An answer of more than');
  });

  test('who stops waiting stops the statement in the database', async () => {
    const mark = `${kind}_waits`;
    const sleeping = client.start([lasting(kind, mark)], { token: world.token(grantTo(kind)) });
    await until('the statement runs', 30_000, async () => (await running(kind, mark)) === 1);
    sleeping.kill();
    await until('the statement is gone', 30_000, async () => (await running(kind, mark)) === 0);
    await sleeping.ended;
  });

  test('there is no terminal, and the session says so', async () => {
    const { code, out } = await client
      .run(['-tt', 'select 1'], { token: world.token(grantTo(kind)), input: '' })
      .then((done) => ({ code: done.code, out: done.stdout.toString() + done.stderr }));
    expect([code, out]).toEqual([255, expect.stringContaining(kind)]);
  });
});

test('TLS: a certificate is believed by the CA of the asset, by nobody else, or by everybody where that was chosen', async () => {
  const spec = { use_ssl: true };
  const believed = await run('postgresql', 'select ssl from pg_stat_ssl where pid = pg_backend_pid()', {
    spec,
    secrets: { ca_cert: certificate.cert },
  });
  expect(believed).toMatchObject({ code: 0, out: 'ssl\nt\n' });
  expect((await run('postgresql', 'select 1', { spec })).stderr).toMatch(/self-signed|certificate/);
  expect(await run('postgresql', 'select 1', { spec: { ...spec, allow_invalid_cert: true } })).toMatchObject({ code: 0 });
});

test('no file of ours is read for a database that asks for one', async () => {
  const { code, stderr } = await run('mariadb', "create table if not exists f (x text); load data local infile '/etc/passwd' into table f");
  expect([code, stderr]).toEqual([1, expect.stringMatching(/ERROR/)]);
  expect((await run('postgresql', 'create table if not exists f (x text); copy f from stdin')).code).toBe(1);
});
