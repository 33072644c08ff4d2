import type { KeyObject } from 'node:crypto';
import { type Context, ok, type Reply } from '@postern/resource';
import { fileReply } from '../../../platform/routes/download.ts';
import { ensureSigningKey } from '../../../platform/secrets/signing-key.ts';
import type { SettingsStore } from '../../../platform/settings/store.ts';
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

async function commandsOf(ctx: Context, session: string) {
  const found = ctx.tx.selectFrom('commands').where('session', '=', session);
  const { of } = await found.select(({ fn }) => fn.countAll<number>().as('of')).executeTakeFirstOrThrow();
  const rows = await found
    .select(['timestamp', 'input', 'output', 'risk_level', 'user', 'account'])
    .orderBy('timestamp')
    .orderBy('id')
    .limit(MAX_COMMANDS)
    .execute();
  return { rows, of };
}

/** What is told of a session outside: its row without what is ours. */
export function factsOf(row: SessionRow): object {
  const { replay_chain: _chain, replay_path: _path, date_alive: _alive, ...facts } = row;
  return facts;
}

/** The key that signs evidence, made when it is first needed. */
export const evidenceKey = (ctx: Context, settings: SettingsStore): Promise<KeyObject> => ensureSigningKey(ctx, settings, KEY_SETTING);

/**
 * A recording with all that is known of it, as one signed file that is checked and played without Postern (docs/evidence.md#bundles). It is
 * written in one go: the digests of what went by stand at its end.
 */
export async function bundleReplay(ctx: Context, store: ReplayStore, row: SessionRow, settings: SettingsStore): Promise<Reply> {
  const path = row.replay_path;
  const size = path ? await store.size(path) : undefined;
  if (!path || size === undefined) return ok({ error: 'object_does_not_exist' }, 404);
  await store.ready(path);
  const key = await evidenceKey(ctx, settings);
  const facts = factsOf(row);
  const commands = await commandsOf(ctx, row.id);
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
