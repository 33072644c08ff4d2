import { CodedError } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import { takeRoom } from '../../../platform/sandbox/rooms.ts';
import type { Limits } from '../../../platform/sandbox/sandbox.ts';
import { reachedBy } from '../../permissions/index.ts';
import { entryOf, snapshotFiles } from '../../playbooks/index.ts';
import { hostVariables } from '../command.ts';
import { reasonOf } from '../host-status.ts';
import { liveOutput } from '../live.ts';
import { type Host, note, type Run } from '../one-host.ts';
import { asOwner } from '../owner.ts';
import { secretPool } from '../redaction.ts';
import { hostLine, reasonText } from '../sentences.ts';
import { means } from './ansible.ts';
import { openDoor } from './door.ts';
import { lineReader, MOST_TEXT, type PlayEvent, readLine, withoutSecrets } from './events.ts';
import { openFleet } from './fleet.ts';
import { fateOf, storiesOf } from './outcome.ts';
import { type Play, type PlayHost, setStage } from './stage.ts';

/** Seconds that a playbook may take whose job says nothing. */
const MAX_SECONDS = 3_600;
const MIB = 2 ** 20;

/** What one run may take of the machine that it runs on. */
export const limitsOf = (forks: number, seconds: number): Limits => ({
  seconds,
  addresses: 1_024 * MIB,
  memory: (512 + 64 * forks) * MIB,
  processes: 32 + 4 * forks,
  openFiles: 1_024,
  fileSize: 64 * MIB,
  scratch: 64 * MIB,
  output: 32 * MIB,
});

/** Machines by the names that the playbook knows them by: two of the same name are told apart. */
function named(hosts: readonly Host[]): Map<string, Host> {
  const out = new Map<string, Host>();
  for (const host of hosts) out.set(out.has(host.name) ? `${host.name} ${host.asset_id.slice(0, 8)}` : host.name, host);
  return out;
}

/** What a playbook knows of its machines, as its owner reaches them at this moment. Those that they do not reach are none of it. */
async function inventoryOf({ execution }: Run, ctx: Context, hosts: ReadonlyMap<string, Host>): Promise<PlayHost[]> {
  const owner = await asOwner(ctx, execution, execution.origin_ip);
  const assets = [...hosts.values()].map(({ asset_id }) => asset_id);
  const reached = new Map((await reachedBy(owner, owner.actor.id, { assets })).map((asset) => [asset.id, asset]));
  return [...hosts].flatMap(([name, { asset_id }]) => {
    const asset = reached.get(asset_id);
    if (!asset) return [];
    const jms_asset: Record<string, string> = {};
    const variables: Record<string, unknown> = { jms_asset, jms_job_id: execution.job_id ?? '', jms_job_name: execution.job_name };
    for (const [key, value] of Object.entries(hostVariables(owner.actor.username, asset, execution.ordered))) {
      if (key.startsWith('jms_asset.')) jms_asset[key.slice('jms_asset.'.length)] = value;
      else variables[key] = value;
    }
    return [{ name, variables }];
  });
}

/** Leaves machines out, and says why. */
async function leaveOut(run: Run, hosts: Iterable<[string, Host]>, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  if (!reason) throw error;
  for (const [name, host] of hosts) {
    run.leased.write(hostLine(name, reason, run.language));
    await note(run, host, { status: 'excluded', reason: JSON.stringify(reason) });
  }
}

/** Runs the playbook of a job on its machines (docs/wire/jobs.md#how-a-playbook-runs), and writes what became of each. */
export async function runPlaybook(run: Run, ctx: Context, left: readonly Host[]): Promise<void> {
  if (left.length === 0) return;
  const hosts = named(left);
  let play: Play;
  let found: Awaited<ReturnType<typeof means>>;
  try {
    found = await means();
    const { parameters: variables, ordered } = run.execution;
    const files = ordered.playbook ? await snapshotFiles(ctx, ordered.playbook.snapshot) : [];
    const entry = entryOf(files);
    if (entry === undefined) throw new CodedError('playbook_no_entry');
    play = { files, entry, variables, hosts: await inventoryOf(run, ctx, hosts), forks: ordered.parallelism };
  } catch (error) {
    return leaveOut(run, hosts, error);
  }
  const here = new Set(play.hosts.map(({ name }) => name));
  await leaveOut(
    run,
    [...hosts].filter(([name]) => !here.has(name)),
    new CodedError('job_asset_gone'),
  );
  if (here.size > 0) await confined(run, found, play, new Map([...hosts].filter(([name]) => here.has(name))));
}

async function confined(
  run: Run,
  { sandbox, python, folders }: Awaited<ReturnType<typeof means>>,
  play: Play,
  hosts: Map<string, Host>,
): Promise<void> {
  const { leased, execution, language } = run;
  const pool = secretPool();
  const fleet = openFleet(run, hosts, pool);
  const { stories, hear } = storiesOf(hosts.keys(), (line) => leased.write(line));
  const live = liveOutput(run);
  const event = (told: PlayEvent): void => {
    hear(withoutSecrets(told, pool));
    const [host, story] = told.tell === 'result' ? [hosts.get(told.host), stories.get(told.host)] : [];
    if (host && story) live.heard(host, story.output);
  };
  const room = await takeRoom();
  try {
    const stage = await setStage(room, python, folders, play);
    const denied = (detail: string): string => reasonText({ code: 'playbook_file_denied', params: { detail } }, language);
    const door = await openDoor({ path: stage.door, give: room.give, reach: fleet.reach, denied });
    const text = (line: string): void => leased.write(pool.hide(line, line.length >= MOST_TEXT));
    const out = lineReader((line) => readLine(line, { event, text }));
    const err = lineReader((line) => readLine(line, { event: () => undefined, text }));
    try {
      const { timeout } = execution.ordered;
      const limits = limitsOf(play.forks, timeout > 0 ? timeout : MAX_SECONDS);
      const ended = await sandbox.run(room, {
        ...{ ...stage, limits, hidden: [run.dataDir], signal: leased.signal },
        ...{ out: out.push, err: err.push },
      });
      out.end();
      err.end();
      for (const [name, host] of hosts) {
        const story = stories.get(name);
        if (!story) continue;
        const { status, reason } = fateOf(story, ended, fleet.reasons.get(name));
        const answer = { status: 'ok' as const, exitCode: null, output: story.output, isCut: story.isCut };
        await live.leave(host);
        await note(run, host, { status, answer, ...(reason ? { reason: JSON.stringify(reason) } : {}) });
      }
    } finally {
      await door.close();
    }
  } finally {
    fleet.end();
    await room.remove();
  }
}
