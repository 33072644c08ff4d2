import type { KeyObject } from 'node:crypto';
import { type Context, ok, type Reply } from '@postern/resource';
import { fileReply } from '../../../platform/routes/download.ts';
import { ensureSigningKey } from '../../../platform/secrets/signing-key.ts';
import type { SettingsStore } from '../../../platform/settings/store.ts';
import type { CommandLogs } from '../../command-log/index.ts';
import type { ReplayStore } from '../replay-store.ts';
import type { SessionRow } from '../session.resource.ts';
import { type TarFile, tar } from '../tar.ts';
import { noteViewed } from '../viewed.ts';
import { type Digest, digested } from './digested.ts';
import { KEY_SETTING, signed } from './manifest.ts';
import { offlinePage } from './page.ts';
import { FOLDER, PART, recordingPart } from './parts.ts';

/** Commands that a bundle lists at most, the first ones; the manifest says how many there are. */
const MAX_COMMANDS = 20_000;

const jsonOf = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** @throws CodedError storage_invalid when a log does not answer: half of them would pass for all */
async function commandsOf(ctx: Context, logs: CommandLogs, session: string) {
  const found = ctx.tx.selectFrom('commands').where('session', '=', session);
  const { of } = await found.select(({ fn }) => fn.countAll<number>().as('of')).executeTakeFirstOrThrow();
  const rows = await found
    .select(['id', 'timestamp', 'input', 'output', 'risk_level', 'user', 'account'])
    .orderBy('timestamp')
    .orderBy('id')
    .limit(MAX_COMMANDS)
    .execute();
  // The table first: what leaves it meanwhile is there by then.
  const outside = await logs.ofSession(ctx, session, MAX_COMMANDS);
  const all = new Map([...outside.rows, ...rows].map((row) => [row.id, row]));
  const ordered = [...all.values()].sort((a, b) => a.timestamp - b.timestamp || (a.id < b.id ? -1 : 1)).slice(0, MAX_COMMANDS);
  const told = ordered.map(({ timestamp, input, output, risk_level, user, account }) => ({
    timestamp,
    input,
    output,
    risk_level,
    user,
    account,
  }));
  return { rows: told, of: Math.max(of + outside.count, told.length) };
}

/** What is told of a session outside: its row without what is ours. */
export function factsOf(row: SessionRow): object {
  const { replay_chain: _chain, replay_path: _path, replay_bytes: _bytes, replay_sha256: _digest, date_alive: _alive, ...facts } = row;
  return facts;
}

/** The key that signs evidence, made when it is first needed. */
export const evidenceKey = (ctx: Context, settings: SettingsStore): Promise<KeyObject> => ensureSigningKey(ctx, settings, KEY_SETTING);

/**
 * A recording with all that is known of it, as one signed file that is checked and played without Postern (docs/evidence.md#bundles). It is
 * written in one go: the digests of what went by stand at its end.
 */
export async function bundleReplay(
  ctx: Context,
  store: ReplayStore,
  row: SessionRow,
  settings: SettingsStore,
  logs: CommandLogs,
): Promise<Reply> {
  const path = row.replay_path;
  const size = path ? await store.size(path) : undefined;
  if (!path || size === undefined) return ok({ error: 'object_does_not_exist' }, 404);
  await store.ready(path);
  const key = await evidenceKey(ctx, settings);
  const facts = factsOf(row);
  const commands = await commandsOf(ctx, logs, row.id);
  const name = recordingPart(path);
  const open = () => store.read(path) as AsyncIterable<Buffer>;
  const page = name === PART.cast ? await offlinePage({ facts, commands: commands.rows, name, size, open }) : undefined;
  noteViewed(ctx, row, 'download');

  const folder = `${FOLDER}${row.id}/`;
  const parts: (Digest & { name: string })[] = [];
  const part = (part: string, size: number, data: AsyncIterable<Buffer>): TarFile => ({
    name: folder + part,
    size,
    stream: digested(data, (digest) => void parts.push({ name: part, ...digest })),
  });
  const written = (part_: string, bytes: Buffer): TarFile => part(part_, bytes.length, once(bytes));
  let seal: ReturnType<typeof signed> | undefined;
  const sealed = () => {
    const { rows, of } = commands;
    seal ??= signed({ session: row.id, date_made: ctx.clock().toISOString(), commands: { listed: rows.length, of }, parts }, key);
    return seal;
  };
  const chain = row.replay_chain?.map((line) => `${JSON.stringify(line)}\n`).join('');
  const files: TarFile[] = [
    written(PART.facts, jsonOf(facts)),
    written(PART.commands, jsonOf(commands.rows)),
    ...(chain ? [written(PART.chain, Buffer.from(chain))] : []),
    part(name, size, open()),
    ...(page ? [part(PART.page, page.size, page.stream)] : []),
    { name: folder + PART.manifest, late: () => sealed().bytes },
    { name: folder + PART.signature, late: () => sealed().signature },
  ];
  return fileReply({ body: tar(files), type: 'application/x-tar', plainName: `postern-${row.id}.tar` });
}
