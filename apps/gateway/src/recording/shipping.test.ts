import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CHAIN_START, type ChainLine, chainHash } from '@postern/contract/evidence';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AnsweringCore, type Answers, type Call, startAnswers } from '../../test/answering-core.ts';
import { startRecorder } from './recorder.ts';
import { closeOut, keepEnd, shipRecording } from './shipping.ts';
import { spoolPaths } from './spool.ts';

const SESSION = '0b0d3f5e-0b0d-4b0d-8b0d-0b0d3f5e0b0d';
const HEADER = { width: 80, height: 24, timestamp: 1_700_000_000, title: 'web-1' };
const quiet = { onDrain: () => undefined, onFailure: () => undefined };
const never = new AbortController().signal;

let dir: string;
let core: AnsweringCore | undefined;
const paths = () => spoolPaths(dir, SESSION);
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'postern-shipping-'));
});
afterEach(async () => {
  await core?.stop();
  core = undefined;
  rmSync(dir, { recursive: true, force: true });
});

const startCore = async (answer: Answers) => {
  core = await startAnswers(answer);
  return core;
};

/** A recording of two segments, as a session leaves it. */
async function record(): Promise<void> {
  const recorder = await startRecorder(dir, SESSION, HEADER, quiet);
  recorder.output(Buffer.from('first\r\n'));
  await recorder.flush();
  recorder.output(Buffer.from('second\r\n'));
  await recorder.close();
}

/** Recording and chain as they were uploaded. */
async function uploaded({ calls }: AnsweringCore): Promise<{ cast: Buffer; chain: string }> {
  const { body } = calls.find(({ path }) => path.endsWith('/replay/')) as Call;
  const boundary = body.subarray(2, body.indexOf('\r\n')).toString();
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }).formData();
  const file = form.get('file') as File;
  return { cast: gunzipSync(Buffer.from(await file.arrayBuffer())), chain: String(form.get('chain') ?? '') };
}

/** Whether a chain covers a recording from its first byte to its last. */
function proves(chain: string, cast: Buffer): boolean {
  let prev = CHAIN_START;
  let at = 0;
  for (const line of chain.trim().split('\n')) {
    const link = JSON.parse(line) as ChainLine;
    if (link.prev !== prev || link.sha256 !== chainHash(prev, cast.subarray(at, at + link.bytes))) return false;
    prev = link.sha256;
    at += link.bytes;
  }
  return at === cast.length;
}

const accept = () => ({ status: 200 });

describe('what a crash leaves of a recording', () => {
  it.each([
    ['half a line of the recording', () => appendFileSync(paths().cast, '[9.1,"o","half')],
    ['a line that no link covers', () => appendFileSync(paths().cast, '[9.1,"o","more"]\n')],
    ['half a link', () => appendFileSync(paths().chain, '{"n":3,"by')],
    ['a link that is none', () => appendFileSync(paths().chain, '{"n":"three"}\n')],
    ['no chain', () => rmSync(paths().chain)],
    [
      // What is written in one go may still be cut by a crash of the machine, at any byte.
      'a last link without its line feed, and a line behind it',
      () => {
        writeFileSync(paths().chain, readFileSync(paths().chain, 'utf8').trimEnd());
        appendFileSync(paths().cast, '[9.1,"o","more"]\n');
      },
    ],
  ])('%s: the core gets whole lines, and a chain over all of them', async (_what, damage) => {
    await record();
    damage();
    const there = await startCore(accept);
    expect(await shipRecording(there.client, dir, SESSION, never)).toBe(true);
    const { cast, chain } = await uploaded(there);
    expect(
      cast
        .toString()
        .split('\n')
        .slice(1, -1)
        .map((line) => JSON.parse(line)[2]),
    ).toEqual(expect.arrayContaining(['first\r\n', 'second\r\n']));
    expect(cast.at(-1)).toBe(10);
    expect(proves(chain, cast)).toBe(true);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('links that cover more than there is are taken back', async () => {
    await record();
    const [head = ''] = readFileSync(paths().cast, 'utf8').split('\n');
    writeFileSync(paths().cast, `${head}\n`);
    const there = await startCore(accept);
    await shipRecording(there.client, dir, SESSION, never);
    const { cast, chain } = await uploaded(there);
    expect(cast.toString()).toBe(`${head}\n`);
    expect(proves(chain, cast)).toBe(true);
  });

  it('a recording of which not even the first line came to disk is shipped empty', async () => {
    await record();
    writeFileSync(paths().cast, '{"version":2,"wid');
    const there = await startCore(accept);
    expect(await shipRecording(there.client, dir, SESSION, never)).toBe(true);
    expect(await uploaded(there)).toEqual({ cast: Buffer.alloc(0), chain: '' });
  });
});

describe('a core that does not take a recording', () => {
  it('is asked again while it is away, and has it then', async () => {
    await record();
    const there = await startCore((_call, calls) => ({ status: calls.length < 3 ? 503 : 200 }));
    expect(await shipRecording(there.client, dir, SESSION, never, [1, 1, 1])).toBe(true);
    expect(there.calls.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'PATCH']);
    expect(readdirSync(dir)).toEqual([]);
  });

  it('leaves it in the spool when it stays away, whole', async () => {
    await record();
    const before = readFileSync(paths().cast);
    const there = await startCore(() => ({ status: 503 }));
    expect(await shipRecording(there.client, dir, SESSION, never, [1])).toBe(false);
    expect(there.calls).toHaveLength(2);
    expect(readFileSync(paths().cast)).toEqual(before);
  });

  it('is not asked again once the gateway stops', async () => {
    await record();
    const stopping = new AbortController();
    const there = await startCore(() => {
      stopping.abort();
      return { status: 503 };
    });
    expect(await shipRecording(there.client, dir, SESSION, stopping.signal)).toBe(false);
    expect(there.calls).toHaveLength(1);
  });

  it.each([400, 404])('and says so by %i: the evidence is put aside for a person', async (status) => {
    await record();
    await keepEnd(dir, SESSION, { end_reason: 'target_closed', end_params: {} });
    const there = await startCore(() => ({ status }));
    expect(await shipRecording(there.client, dir, SESSION, never)).toBe(true);
    expect(readdirSync(dir)).toEqual(['unclaimed']);
    expect(readdirSync(join(dir, 'unclaimed')).sort()).toEqual([`${SESSION}.cast`, `${SESSION}.chain`]);
  });
});

describe('closing out a session whose gateway died', () => {
  it('tells when the recording was last written, and what ended it where that was written down', async () => {
    await record();
    await keepEnd(dir, SESSION, { end_reason: 'idle', end_params: { minutes: '30' } });
    utimesSync(paths().cast, 1_700_000_100, 1_700_000_100);
    const there = await startCore(accept);
    expect(await closeOut(there.client, dir, SESSION, never)).toBe(true);
    expect(JSON.parse(String(there.calls[0]?.body))).toEqual({
      is_finished: true,
      date_end: '2023-11-14 22:15:00 +0000',
      end_reason: 'idle',
      end_params: { minutes: '30' },
    });
  });

  it.each(['{"end_reason":"never heard of","end_params":{}}', '{"end_rea'])('takes %s for no reason at all', async (text) => {
    await record();
    writeFileSync(paths().end, text);
    const there = await startCore(accept);
    await closeOut(there.client, dir, SESSION, never);
    expect(JSON.parse(String(there.calls[0]?.body))).toMatchObject({ end_reason: 'gateway_lost', end_params: {} });
  });

  it('ships nothing to a core that cannot be told, and puts aside what belongs to no session', async () => {
    await record();
    const away = await startCore(() => ({ status: 500 }));
    expect(await closeOut(away.client, dir, SESSION, never)).toBe(false);
    expect(away.calls).toHaveLength(1);
    await away.stop();
    const stranger = await startCore(() => ({ status: 404 }));
    expect(await closeOut(stranger.client, dir, SESSION, never)).toBe(true);
    expect(existsSync(join(dir, 'unclaimed', `${SESSION}.cast`))).toBe(true);
  });
});
