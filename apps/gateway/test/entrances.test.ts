import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ConnectionSecret } from '@postern/contract/component';
import { ENTRANCES, type EntranceCells, type EntranceName } from '@postern/testkit/entrance-table';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { chainHolds } from './chain.ts';
import { grantOf, MARK, USES } from './entrance-uses.ts';
import { startEntranceWorld } from './entrance-world.ts';
import { eventually } from './world.ts';

// The evidence is the same behind every entrance: each is used for real, and what the core received is held against each cell of its row (docs/evidence.md#doors).

/** What the lists of a busy machine take to come. */
const SOON = { timeout: 20_000, interval: 50 };
const on = forThisFile(
  () => startEntranceWorld(),
  (it) => it.stop(),
);

const entrances = Object.keys(ENTRANCES) as EntranceName[];
const cellsOf = (entrance: EntranceName): EntranceCells => ENTRANCES[entrance];
const here = entrances.filter((entrance) => USES[entrance].here?.() ?? true);

/** What its sessions are found by: each use of an entrance is of an asset of its own. */
const assetOf = (entrance: EntranceName, time: string): string => `${entrances.indexOf(entrance)}-${time}`;

/** Uses an entrance, and waits for what the core hears of it. */
async function used(entrance: EntranceName, time: string, change: Partial<ConnectionSecret> = {}) {
  const { core } = on.world;
  const name = assetOf(entrance, time);
  const rights = { actions: actions(['connect', 'upload', 'download', 'delete', 'forward']), ...change };
  const grants = () => grantOf(on, entrance, name, rights);
  const result = await USES[entrance].use(on, grants);
  const sessionsOf = () => [...core.sessions.values()].filter(({ asset }) => String(asset).startsWith(`${name}(`));
  await eventually(() => sessionsOf().every(({ is_finished }) => is_finished));
  const ids = sessionsOf().map(({ id }) => String(id));
  return {
    ...result,
    sessions: sessionsOf(),
    expected: result.sessions ?? 1,
    ids,
    // The lists come after the end.
    commands: () => core.commands.filter(({ session }) => ids.includes(session)),
    transfers: () => core.transfers.filter(({ session }) => ids.includes(session)),
  };
}
const actions = (names: readonly string[]) => names.map((value) => ({ value, label: value }));

/** Commands with the mark are refused. */
const REJECT: Partial<ConnectionSecret> = {
  command_filter_acls: [
    {
      ...{ id: '44444444-4444-4444-8444-444444444444', name: 'never', action: 'reject', priority: 50, is_active: true, reviewers: [] },
      command_groups: [
        { id: '55555555-5555-4555-8555-555555555555', name: 'g', type: 'regex', content: '', ignore_case: true, pattern: MARK },
      ],
    },
  ],
};

describe('each cell of the table', () => {
  test.concurrent.each(here)('%s', async (entrance) => {
    const cells = cellsOf(entrance);
    const found = await used(entrance, 'whole');
    const { core } = on.world;
    expect(found.ok, found.output).toBe(true);

    expect(found.sessions).toHaveLength(found.expected);
    await eventually(() => found.ids.every((id) => core.sessions.get(id)?.has_replay));
    for (const session of found.sessions)
      expect(session).toMatchObject({ user: 'Ann(ann)', is_success: true, end_reason: expect.any(String) });

    const replays = found.ids.map((id) => core.replays.get(id));
    for (const replay of replays) expect(chainHolds(gunzipSync(replay?.file as Buffer), String(replay?.chain))).toBe(true);
    const recorded = replays.map((replay) => gunzipSync(replay?.file as Buffer).toString()).join('');
    expect(found.recorded?.length).toBeGreaterThan(0);
    for (const text of found.recorded ?? []) expect(recorded).toContain(text);
    // What is in files and streams lies elsewhere, and need not lie here as well.
    if (cells.recording === 'files' || cells.recording === 'streams') expect(recorded.length).toBeLessThan(20_000);

    for (const [input, output] of found.listed ?? [])
      await vi.waitFor(
        () =>
          expect(found.commands()).toContainEqual(
            expect.objectContaining({ input, risk_level: 0, ...(output === undefined ? {} : { output: expect.stringMatching(output) }) }),
          ),
        SOON,
      );
    expect(found.listed?.length).toBeGreaterThan(0);
    if (cells.forwards === 'rows')
      expect(found.commands().some(({ input, output }) => /^(forward|accept) /.test(input) && /B in · \d+ B out$/.test(output))).toBe(true);

    const moved = () => found.transfers().map(({ operate, filename, size, is_success }) => ({ operate, filename, size, is_success }));
    await vi.waitFor(() => expect(moved()).toEqual(cells.files === 'none' ? [] : found.moved), SOON);
  });
});

describe('the policy that is asked', () => {
  const RIGHTS = { connect: ['connect'], upload: ['upload'], requests: ['upload'], forward: ['forward'], both: ['forward'] } as const;

  test.concurrent.each(here)('%s: without the right', async (entrance) => {
    const lacks: readonly string[] = RIGHTS[cellsOf(entrance).policy];
    const all = ['connect', 'upload', 'download', 'delete', 'forward'];
    const found = await used(entrance, 'right', { actions: actions(all.filter((one) => !lacks.includes(one))) });
    expect(found.ok).toBe(false);
    // Who may not connect has no session; whatever else is refused is told of one.
    if (lacks.includes('connect')) expect(found.sessions).toEqual([]);
    else await eventually(() => found.commands().some(({ risk_level }) => risk_level === 5));
  });

  const judged = here.filter((entrance) => !['requests', 'forward'].includes(cellsOf(entrance).policy));
  test.concurrent.each(judged)('%s: against a rule', async (entrance) => {
    const found = await used(entrance, 'rule', REJECT);
    expect(found.ok).toBe(false);
    await eventually(() => found.commands().some(({ risk_level }) => risk_level === 5));
  });
});

describe('when nothing can be recorded', () => {
  beforeAll(async () => {
    await on.world.gateway.ready;
    // No file can be made in it, as on a disk that is full or gone.
    renameSync(on.world.spool, `${on.world.spool}-away`);
    writeFileSync(on.world.spool, '');
    return () => {
      rmSync(on.world.spool);
      renameSync(`${on.world.spool}-away`, on.world.spool);
    };
  });

  test.concurrent.each(here)('%s: strict', async (entrance) => {
    const found = await used(entrance, 'strict', { recording: 'strict' });
    expect(found.ok).toBe(false);
    if (cellsOf(entrance).strict === 'told') expect(found.output).toMatch(/must be recorded|recording_failed/);
    expect(found.sessions.length).toBeGreaterThan(0);
    for (const session of found.sessions) expect(session).toMatchObject({ end_reason: 'recording_failed', is_success: false });
  });

  test.concurrent.each(here)('%s: best effort', async (entrance) => {
    const found = await used(entrance, 'lenient', { recording: 'best_effort' });
    expect(found.ok, found.output).toBe(true);
    // The lists do not hang on the recording.
    for (const [input] of found.listed ?? [])
      await vi.waitFor(() => expect(found.commands()).toContainEqual(expect.objectContaining({ input, risk_level: 0 })), SOON);
  });
});
