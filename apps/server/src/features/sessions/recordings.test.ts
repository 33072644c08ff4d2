import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ChainLine, chainLink } from '@postern/contract/evidence';
import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../test/harness.ts';
import type { Component } from '../../../test/matrix/actors.ts';
import { type ReportedSessions, reportedSessions } from '../../../test/reported-sessions.ts';
import { runJob } from '../../app.ts';
import { mintBearerToken } from '../../platform/auth/bearer-tokens.ts';
import { evidenceKeyCommand, evidenceVerifyCommand } from './index.ts';

/** Recordings as they are given, checked, played and taken away. */

let server: TestServer;
let admin: Api;
let koko: Component;
let session: ReportedSessions['session'];

beforeAll(async () => {
  ({ server, admin, koko, session } = await reportedSessions());
});
afterAll(() => server?.close());

/** Sends the parts of an upload in this order. */
function upload(id: string, ...parts: readonly (readonly [name: string, value: string | Buffer])[]) {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'recording');
  }
  return koko.api.post<Json>(`terminal/sessions/${id}/replay/`, form);
}
async function recorded(...parts: readonly (readonly [name: string, value: string | Buffer])[]): Promise<string> {
  const id = await session();
  const answer = await upload(id, ...parts);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return id;
}

const CAST = Buffer.from('{"version":2,"width":80,"height":24}\n[0.1,"o","hello"]\n');
const chainOf = (...segments: readonly Buffer[]): ChainLine[] => {
  const links: ChainLine[] = [];
  for (const segment of segments) links.push(chainLink(links.at(-1), segment));
  return links;
};
const lines = (chain: readonly unknown[]) => chain.map((line) => `${JSON.stringify(line)}\n`).join('');
const verify = (id: string) => admin.get<Json>(`terminal/sessions/${id}/replay/verify/`);
const player = (id: string, api = admin) => api.get<Json>(`terminal/sessions/${id}/replay/`);
const packed = (id: string, api = admin) => api.get<string>(`terminal/sessions/${id}/replay/download/`);
const pathOf = async (id: string): Promise<string | null> =>
  (await sql<{ replay_path: string | null }>`select replay_path from sessions where id = ${id}`.execute(server.db)).rows[0]?.replay_path ??
  null;
const fileOf = async (id: string) => join(server.platform.settings.dataDir, 'replays', String(await pathOf(id)));
const views = async (id: string): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from operate_logs where action = 'view' and resource_type = 'session' and resource_id = ${id}`.execute(
      server.db,
    )
  ).rows[0]?.n ?? 0;

async function fetched(id: string, what: 'download' | 'bundle'): Promise<{ name: string | null; bytes: Buffer }> {
  const me = (await admin.get<Json>('users/profile/')).body.id;
  const { token } = await mintBearerToken(server.db, me, '127.0.0.1', 60);
  const answer = await fetch(`${server.url}/api/v1/terminal/sessions/${id}/replay/${what}/`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  });
  expect(answer.status).toBe(200);
  return { name: answer.headers.get('content-disposition'), bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** The files of a tar by name. */
function filesOf(tar: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; tar[at] !== 0; ) {
    const name = tar.toString('latin1', at, at + 100).replace(/\0.*$/, '');
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    files.set(name, tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
async function unpacked(id: string): Promise<Map<string, Buffer>> {
  const { name, bytes } = await fetched(id, 'download');
  expect(name).toBe(`attachment; filename="${id}.tar"`);
  return filesOf(bytes);
}

/** `postern evidence verify` of these bytes. */
async function judged(bytes: Buffer, ...flags: readonly string[]) {
  const path = join(server.platform.settings.dataDir, 'given.tar');
  await writeFile(path, bytes);
  const lines: string[] = [];
  return { code: await evidenceVerifyCommand([path, ...flags], (line) => void lines.push(line)), lines };
}

describe('an upload', () => {
  test('says what it is by its version; one that names none is of the oldest kind', async () => {
    const zipped = gzipSync(CAST);
    for (const [version, type, suffix, media] of [
      [undefined, 'guacamole', '.replay.gz', 'text/plain; charset=utf-8'],
      ['2', 'guacamole', '.replay.gz', 'text/plain; charset=utf-8'],
      ['3', 'asciicast', '.cast.gz', 'text/plain; charset=utf-8'],
      ['4', 'mp4', '.replay.mp4', 'video/mp4'],
    ] as const) {
      const bytes = version === '4' ? CAST : zipped;
      const id = version === undefined ? await recorded(['file', bytes]) : await recorded(['version', version], ['file', bytes]);
      const { body } = await player(id);
      expect(body).toMatchObject({ type, src: expect.stringMatching(new RegExp(`/${id}${suffix.replaceAll('.', '\\.')}$`)) });
      const played = await admin.get<string>(String(body.src));
      expect([played.status, played.body, played.headers.get('content-type')]).toEqual([200, CAST.toString(), media]);
      // What outlives it one day is written down now (decision 0179).
      const { rows } = await sql`select replay_bytes as bytes, replay_sha256 as digest from sessions where id = ${id}`.execute(server.db);
      expect(rows).toEqual([{ bytes: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') }]);
    }
  });

  test.each(['9', '0', '-3', '3.5', 'x', 'NaN', '__proto__', 'constructor'])(
    'of the version %s is refused, and leaves nothing',
    async (version) => {
      const id = await session();
      expect(await upload(id, ['version', version], ['file', gzipSync(CAST)])).toMatchObject({ status: 400, body: { msg: 'refused' } });
      expect([await pathOf(id), (await player(id)).status, (await packed(id)).status, (await verify(id)).status]).toEqual([
        null,
        404,
        404,
        404,
      ]);
      // The next try brings what the first one owed.
      expect((await upload(id, ['version', '3'], ['file', gzipSync(CAST)])).status).toBe(201);
    },
  );

  test('without a file, or with a field where the file should be, gives none', async () => {
    const id = await session();
    expect(await upload(id, ['version', '3'])).toMatchObject({ status: 401, body: { msg: 'no file' } });
    expect((await upload(id, ['version', '3'], ['file', 'text'])).status).toBe(401);
    expect((await upload(id, ['version', '3'], ['other', gzipSync(CAST)])).status).toBe(401);
    expect(await pathOf(id)).toBeNull();
  });

  test('that comes again without its file changes nothing', async () => {
    const id = await recorded(['version', '3'], ['chain', lines(chainOf(CAST))], ['file', gzipSync(CAST)]);
    const before = await pathOf(id);
    expect((await upload(id, ['version', '3'], ['chain', lines(chainOf(Buffer.from('forged')))])).status).toBe(401);
    expect([await pathOf(id), (await verify(id)).body]).toEqual([before, { chained: true, intact: true, segments: 1 }]);
  });

  test('packed anew is taken for the same by the end of its chain; one without a chain only by its bytes', async () => {
    const chain = lines(chainOf(CAST));
    const id = await recorded(['version', '3'], ['chain', chain], ['file', gzipSync(CAST, { level: 9 })]);
    const anew = gzipSync(CAST, { level: 0 });
    expect((await upload(id, ['version', '3'], ['chain', chain], ['file', anew])).status).toBe(201);
    const longer = lines(chainOf(CAST, Buffer.from('more')));
    expect((await upload(id, ['version', '3'], ['chain', longer], ['file', anew])).status).toBe(400);
    const plain = await recorded(['version', '3'], ['file', gzipSync(CAST, { level: 9 })]);
    expect((await upload(plain, ['version', '3'], ['chain', chain], ['file', anew])).status).toBe(400);
    expect((await verify(plain)).body).toEqual({ chained: false, intact: null, segments: 0 });
  });
});

describe('a chain', () => {
  const [one, two, three] = [Buffer.from('first\n'), Buffer.from('second\n'), Buffer.from('third\n')];
  const chain = chainOf(one, two, three);
  const whole = gzipSync(Buffer.concat([one, two, three]));
  const given = (links: string, file = whole) => recorded(['version', '3'], ['chain', links], ['file', file]);

  test.each([
    ['without a link', '\n'],
    ['that is no JSON', 'first line\n'],
    ['whose links miss something', lines([{ n: 0, bytes: 6 }])],
    ['whose links are of no length', lines([{ ...chain[0], bytes: 0 }])],
    ['whose digests are none', lines([{ ...chain[0], sha256: 'Z'.repeat(64) }])],
    ['that is a list', JSON.stringify(chain)],
  ])('%s proves nothing, and is told as none', async (_what, links) => {
    const id = await given(links);
    expect((await verify(id)).body).toEqual({ chained: false, intact: null, segments: 0 });
    expect((await admin.get<Json>(`terminal/sessions/${id}/`)).body.replay_proof.value).toBe('not_chained');
  });

  test.each([
    ['whose first link continues another', [{ ...chain[0], prev: 'a'.repeat(64) }, chain[1], chain[2]], 0],
    ['with another number', [chain[0], { ...chain[1], n: 7 }, chain[2]], 1],
    ['with another digest', [chain[0], chain[1], { ...chain[2], sha256: 'b'.repeat(64) }], 2],
    ['of which one link is missing', [chain[0], chain[2]], 1],
    ['in another order', [chain[1], chain[0], chain[2]], 0],
    ['that ends before the recording does', [chain[0], chain[1]], 2],
    ['that goes on after the recording', [...chain, chainLink(chain[2], three)], 3],
  ])('%s is broken there', async (_what, links, at) => {
    const id = await given(lines(links));
    expect((await verify(id)).body).toEqual({ chained: true, intact: false, segments: links.length, broken_segment: at });
  });

  test('is broken from the byte on that is another, wherever reads begin and end', async () => {
    // Longer than what is read at a time, and not to be packed: links begin in one read and end in a later one.
    const segments = Array.from({ length: 5 }, () => randomBytes(150_000));
    const links = lines(chainOf(...segments));
    expect((await verify(await given(links, gzipSync(Buffer.concat(segments))))).body).toEqual({
      chained: true,
      intact: true,
      segments: 5,
    });
    const altered = Buffer.concat(segments);
    altered[450_001] = (altered[450_001] ?? 0) ^ 1;
    expect((await verify(await given(links, gzipSync(altered)))).body).toMatchObject({ intact: false, broken_segment: 3 });
  });
});

describe('a recording is read', () => {
  test('by those who may, where it is, and each time is written down', async () => {
    const id = await recorded(['version', '3'], ['file', gzipSync(CAST)]);
    const other = admin.inOrg((await createOrganisation(admin)).id);
    const person = await server.as((await createUser(admin)).username);
    const auditor = await server.as((await createUser(admin, { org_roles: [ROLE.ORG_AUDITOR] })).username);
    const src = String((await player(id, auditor)).body.src);
    expect((await packed(id, auditor)).status).toBe(200);
    expect((await auditor.get(src)).status).toBe(200);
    expect(await views(id)).toBe(2);
    // Other auditors read who saw it, and how.
    const colleague = await server.as((await createUser(admin, { org_roles: [ROLE.ORG_AUDITOR] })).username);
    const found = (await colleague.get<Json[]>('audits/activities/', { query: { resource_id: id } })).body;
    const how: string[] = [];
    for (const { detail_url, content } of found.filter(({ r_type }) => r_type === 'O')) {
      how.push((await colleague.get<Json>(detail_url)).body.diff[0].after);
      expect(content).toContain('viewed');
    }
    expect(how.sort()).toEqual(['by downloading its recording', 'its recording']);
    for (const path of [
      `terminal/sessions/${id}/replay/`,
      `terminal/sessions/${id}/replay/download/`,
      `terminal/sessions/${id}/replay/verify/`,
      src,
    ]) {
      expect((await server.anyone.get(path)).status, path).toBe(401);
      expect((await person.get(path)).status, path).toBe(403);
      expect((await koko.api.get(path)).status, path).toBe(403);
      expect((await other.get(path)).status, path).toBe(404);
    }
    expect(await views(id)).toBe(2);
  });

  test('at its own address only', async () => {
    const id = await recorded(['version', '3'], ['file', gzipSync(CAST)]);
    const [day = '', file = ''] = String(await pathOf(id)).split('/');
    expect((await admin.get(`/media/replay/${day}/${file}`)).status).toBe(200);
    // No player gave it: that is a look of its own, once.
    expect((await admin.get(`/media/replay/${day}/${file}`)).status).toBe(200);
    expect(await views(id)).toBe(1);
    for (const path of [
      `2001-01-01/${file}`,
      `${day}/${id}.replay.gz`,
      `${day}/${file}x`,
      `${day}/${randomUUID()}.cast.gz`,
      `${day}/x`,
      `${day}/${id}`,
    ])
      expect((await admin.get(`/media/replay/${path}`)).status, path).toBe(404);
  });

  test('as one archive with what it is about and its chain, without what is ours', async () => {
    const chain = chainOf(CAST);
    const zipped = gzipSync(CAST);
    const files = await unpacked(await recorded(['version', '3'], ['chain', lines(chain)], ['file', zipped]));
    const [facts, links, cast] = [...files].map(([name, data]) => ({ name: name.slice(36), data }));
    expect([...files.keys()].map((name) => name.slice(36))).toEqual(['.json', '.chain', '.cast.gz']);
    expect(JSON.parse(String(facts?.data))).toMatchObject({ user: 'Mei(mei)', asset: 'db-01(127.0.0.1)', protocol: 'ssh' });
    for (const own of ['replay_path', 'replay_chain', 'date_alive']) expect(JSON.parse(String(facts?.data))).not.toHaveProperty(own);
    expect(
      String(links?.data)
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(chain);
    expect(gunzipSync(cast?.data ?? '').equals(CAST)).toBe(true);
    expect([...(await unpacked(await recorded(['version', '3'], ['file', zipped]))).keys()].map((name) => name.slice(36))).toEqual([
      '.json',
      '.cast.gz',
    ]);
  });

  test('no more once its file is gone, and may then be given again', async () => {
    const id = await recorded(['version', '3'], ['file', gzipSync(CAST)]);
    const src = String((await player(id)).body.src);
    await rm(await fileOf(id));
    expect([(await player(id)).status, (await packed(id)).status, (await admin.get(src)).status, (await verify(id)).status]).toEqual(
      Array.from({ length: 4 }, () => 404),
    );
    expect(await views(id)).toBe(1);
    expect((await upload(id, ['version', '3'], ['file', gzipSync(CAST)])).status).toBe(201);
    expect((await admin.get<string>(src)).body).toBe(CAST.toString());
  });
});

describe('a signed bundle', () => {
  const PARTS = ['session.json', 'commands.json', 'recording.chain', 'recording.cast.gz', 'index.html', 'manifest.json', 'manifest.sig'];

  test('holds all that is known of a session, under the key that the installation tells', async () => {
    const id = await recorded(['version', '3'], ['chain', lines(chainOf(CAST))], ['file', gzipSync(CAST)]);
    const hostile = '</script><img src=x onerror=alert(1)><!--<script>';
    await koko.api.post('terminal/commands/', [
      { session: id, user: 'Mei', asset: 'db-01', account: 'root', input: hostile, output: 'ok', timestamp: 7, risk_level: 4, org_id: '' },
    ]);
    const { name, bytes } = await fetched(id, 'bundle');
    expect(name).toBe(`attachment; filename="postern-${id}.tar"`);
    const files = filesOf(bytes);
    expect([...files.keys()]).toEqual(PARTS.map((part) => `postern-${id}/${part}`));
    const text = (part: string) => String(files.get(`postern-${id}/${part}`));
    expect(JSON.parse(text('commands.json'))).toMatchObject([{ input: hostile, output: 'ok', risk_level: 4 }]);
    expect(JSON.parse(text('session.json'))).not.toHaveProperty('replay_path');
    expect(text('index.html')).not.toContain('<img');
    expect(text('index.html')).toContain(gzipSync(CAST).toString('base64'));

    const key = (await admin.get<Json>('terminal/evidence-key/')).body;
    const whole = await judged(bytes, '--key', String(key.fingerprint));
    expect([whole.code, whole.lines.at(-1)]).toEqual([0, 'The bundle is whole.']);
    expect(JSON.parse(text('manifest.json')).key).toEqual(key);
    // The machine says the same as the API, and the key stays the same.
    const printed: string[] = [];
    await evidenceKeyCommand(server.platform, (line) => void printed.push(line));
    expect(printed.join('\n')).toContain(String(key.public));
    const again = (await fetched(id, 'bundle')).bytes;
    expect((await judged(again, `--key=${printed.slice(0, -1).join('\n')}`)).code).toBe(0);
    again[again.indexOf('Mei(mei)')] = 0x4e;
    expect(await judged(again)).toMatchObject({ code: 1, lines: expect.arrayContaining([expect.stringMatching(/^session.json: BROKEN/)]) });
  });

  test('of a recording that no page plays has none, and without a chain says so', async () => {
    const id = await recorded(['version', '4'], ['file', randomBytes(300_000)]);
    const { bytes } = await fetched(id, 'bundle');
    const names = [...filesOf(bytes).keys()].map((one) => one.slice(45));
    expect(names).toEqual(['session.json', 'commands.json', 'recording.replay.mp4', 'manifest.json', 'manifest.sig']);
    const { code, lines: printed } = await judged(bytes);
    expect([code, printed.find((line) => line.startsWith('chain:'))]).toEqual([0, expect.stringContaining('none')]);
  });

  test('is given to those who may download, and noted; its key is never told', async () => {
    const id = await recorded(['version', '3'], ['file', gzipSync(CAST)]);
    const person = await server.as((await createUser(admin)).username);
    const other = admin.inOrg((await createOrganisation(admin)).id);
    const path = `terminal/sessions/${id}/replay/bundle/`;
    expect([(await server.anyone.get(path)).status, (await person.get(path)).status, (await other.get(path)).status]).toEqual([
      401, 403, 404,
    ]);
    expect((await person.get('terminal/evidence-key/')).status).toBe(403);
    await fetched(id, 'bundle');
    expect(await views(id)).toBe(1);
    const kept = await sql<{
      value: string;
      encrypted: boolean;
    }>`select value::text, encrypted from settings where name = 'EVIDENCE_KEY'`.execute(server.db);
    expect(kept.rows).toEqual([{ value: expect.stringMatching(/^"pv1\./), encrypted: true }]);
    await rm(await fileOf(id));
    expect((await admin.get(path)).status).toBe(404);
  });
});

describe('a recording that has come', () => {
  const LONG = Buffer.from(
    `{"version":2,"width":80,"height":24,"timestamp":1700000000}\n${Array.from(
      { length: 12_000 },
      (_, n) => `${JSON.stringify([n * 7, 'o', `\x1b[3${n % 8}mstep ${n}\x1b[0m ${randomBytes(240).toString('hex')}\r\n`])}\n`,
    ).join('')}`,
  );
  const work = async (id: string): Promise<void> => {
    const job = server.assembly.jobs.find(({ name }) => name === 'sessions-prepare-recording');
    if (!job) throw new Error('There is no such job');
    await runJob(server.platform, job, { session: id });
  };
  const index = (id: string, api = admin) => api.get<Json>(`terminal/sessions/${id}/replay/index/`);
  const pieceOf = (id: string, n: number | string, api = admin) => api.get<string>(`terminal/sessions/${id}/replay/pieces/${n}/`);
  const looksAt = async (id: string): Promise<number> => {
    const views = server.db.selectFrom('operate_logs').select('id').where('resource_id', '=', id).where('action', '=', 'view');
    return (await views.execute()).length;
  };
  const search = async (words: string, api = admin): Promise<Json[]> =>
    (await api.get<{ results: Json[] }>('terminal/screen-texts/', { query: { search: words, limit: 20, offset: 0 } })).body.results;

  test('is told in pieces once it was prepared, if it is long', async () => {
    const id = await recorded(['version', '3'], ['file', gzipSync(LONG)]);
    // It has been sent to a worker already; who opens it before that waits for it.
    expect((await index(id)).body).toEqual({ status: 'running' });
    await work(id);
    const { body } = await index(id);
    expect(body).toMatchObject({ status: 'pieces', cols: 80, rows: 24, start: 1700000000, duration: 11_999 * 7, truncated: false });
    expect(body.times[0]).toBe(0);
    expect(await looksAt(id)).toBe(0);
    const all: string[] = [];
    for (const n of body.times.keys()) all.push((await pieceOf(id, n)).body);
    const events = all.flatMap((piece) => piece.trimEnd().split('\n').slice(2));
    expect(events).toEqual(LONG.toString().trimEnd().split('\n').slice(1));
    expect([await pieceOf(id, body.times.length), await pieceOf(id, 'x'), await pieceOf(id, -1)].map(({ status }) => status)).toEqual([
      404, 404, 404,
    ]);
    // Whoever loads them without having been given the recording has looked at it, once.
    expect(await looksAt(id)).toBe(1);
    // What a player is told of the recording itself is as it was.
    expect((await player(id)).body).toMatchObject({ type: 'asciicast', src: expect.stringMatching(/\.cast\.gz$/) });
    expect((await admin.get(`/media/replay/${String(await pathOf(id)).replace('.cast.gz', '.pieces')}`)).status).toBe(404);
  });

  test('is played as a whole where it is short, and of another kind', async () => {
    const id = await recorded(['version', '3'], ['file', gzipSync(CAST)]);
    expect((await index(id)).body).toEqual({ status: 'whole' });
    await work(id);
    expect([(await index(id)).body, (await pieceOf(id, 0)).status]).toEqual([{ status: 'whole' }, 404]);
    const film = await recorded(['version', '4'], ['file', randomBytes(2_000_000)]);
    await work(film);
    expect((await index(film)).body).toEqual({ status: 'whole' });
    expect((await index(await session())).status).toBe(404);
  });

  test('is found by what was on its screen, by those who may watch it, and by nobody else', async () => {
    const canary = `canary-${randomUUID()}`;
    const shown = `{"version":2,"width":80,"height":24}\n[1,"o","ready\\r\\n"]\n[75,"o","PATH of \\u001b[31m${canary}\\u001b[0m 100%\\r\\n"]\n`;
    const id = await recorded(['version', '3'], ['file', gzipSync(shown)]);
    expect(await search(canary)).toEqual([]);
    await work(id);
    await work(id);
    const found = await search(`${canary} path`);
    expect(found).toMatchObject([
      { at: 75, text: expect.stringContaining(canary), session: { id, user: 'Mei(mei)', asset: 'db-01(127.0.0.1)' } },
    ]);
    const start = (await admin.get<Json>(`terminal/sessions/${id}/`)).body.date_start;
    expect(new Date(found[0]?.moment).getTime() - new Date(start).getTime()).toBe(75_000);
    expect((await search(`${canary} elsewhere`)).length).toBe(0);
    // Letters that mean something to a pattern are letters.
    expect((await search(`${canary} 100%`)).length).toBe(1);
    expect((await search(`${canary} 1_0%`)).length).toBe(0);

    const other = admin.inOrg((await createOrganisation(admin)).id);
    const auditor = await server.as((await createUser(admin, { org_roles: [ROLE.ORG_AUDITOR] })).username);
    const person = await server.as((await createUser(admin)).username);
    expect([await search(canary, auditor), await search(canary, other)].map(({ length }) => length)).toEqual([1, 0]);
    for (const [api, status] of [
      [server.anyone, 401],
      [person, 403],
      [koko.api, 403],
    ] as const) {
      expect((await api.get('terminal/screen-texts/', { query: { search: canary } })).status).toBe(status);
      expect((await index(id, api)).status).toBe(status);
      expect((await pieceOf(id, 0, api)).status).toBe(status);
    }
    expect([(await index(id, other)).status, (await pieceOf(id, 0, other)).status]).toEqual([404, 404]);
    // It goes with its session.
    await sql`delete from sessions where id = ${id}`.execute(server.db);
    expect(await search(canary)).toEqual([]);
  });
});
