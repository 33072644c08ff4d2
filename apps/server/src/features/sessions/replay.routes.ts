import { createHash } from 'node:crypto';
import { basename } from 'node:path/posix';
import type { Readable } from 'node:stream';
import { CodedError } from '@postern/contract/errors';
import type { ChainLine } from '@postern/contract/evidence';
import { text as t } from '@postern/contract/text';
import {
  type Context,
  can,
  FLAG_SCHEMA,
  fetchRow,
  INTEGER_SCHEMA,
  objectSchema,
  ok,
  type Reply,
  type Route,
  type Shape,
  TEXT_SCHEMA,
} from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { detail } from '../../platform/routes/detail.ts';
import { download, fileReply } from '../../platform/routes/download.ts';
import { upload } from '../../platform/routes/upload.ts';
import { answerShape, orNull, shown } from '../../platform/shown.ts';
import type { Elsewhere } from '../storages/index.ts';
import { factsOf } from './evidence/bundle.ts';
import { brokenSegment, MAX_CHAIN, parseChain } from './evidence/chain.ts';
import { sendPrepare } from './pieces/prepare.job.ts';
import { type Arrived, MAX_REPLAY, type ReplayStore, replayPath, SUFFIX } from './replay-store.ts';
import { type SessionRow, session } from './session.resource.ts';
import { carries } from './session.rows.ts';
import { tar } from './tar.ts';
import { noteLoaded, noteViewed } from './viewed.ts';

const kindOf = (path: string): string => (path.endsWith('.cast.gz') ? 'asciicast' : path.endsWith('.mp4') ? 'mp4' : 'guacamole');

/** The player's answer (docs/wire/sessions.md#recordings); the file is local, so it is final at once. */
export async function replayAnswer(ctx: Context, store: ReplayStore, row: SessionRow): Promise<Reply> {
  const path = row.replay_path;
  if (!path || (await store.size(path)) === undefined) return ok({ error: new CodedError('object_does_not_exist').code }, 404);
  noteViewed(ctx, row, 'replay');
  return ok({
    type: kindOf(path),
    src: `/media/replay/${path}`,
    user: row.user,
    asset: row.asset,
    account: row.account,
    date_start: row.date_start?.toISOString() ?? null,
    date_end: row.date_end?.toISOString() ?? null,
    download_url: `/api/v1/terminal/sessions/${row.id}/replay/download/`,
  });
}

/** Recording, session facts and hash chain as one tar, so that it can be checked without us. */
export async function downloadReplay(ctx: Context, store: ReplayStore, row: SessionRow): Promise<Reply> {
  const path = row.replay_path;
  const size = path ? await store.size(path) : undefined;
  if (!path || size === undefined) return ok({ error: 'object_does_not_exist' }, 404);
  await store.ready(path);
  const chain = row.replay_chain;
  noteViewed(ctx, row, 'download');
  const files = [
    { name: `${row.id}.json`, data: Buffer.from(JSON.stringify(factsOf(row), null, 2)) },
    ...(chain ? [{ name: `${row.id}.chain`, data: Buffer.from(chain.map((line) => JSON.stringify(line)).join('\n')) }] : []),
    { name: basename(path), size, stream: store.read(path) as AsyncIterable<Buffer> },
  ];
  return fileReply({ body: tar(files), type: 'application/octet-stream', plainName: `${row.id}.tar` });
}

async function digest(data: Readable): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of data as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_REPLAY) throw new RangeError('recording too large');
    hash.update(chunk);
  }
  return hash.digest('hex');
}

/**
 * A recording that is there already is never replaced. A component whose answer was lost sends it again: the same bytes,
 * or packed anew but with the same chain, are taken as given; anything else is another recording and refused.
 */
async function sameRecording(
  store: ReplayStore,
  { path, chain }: { path: string; chain: readonly ChainLine[] | null },
  given: { digest: string; chain: ChainLine[] | undefined },
): Promise<boolean> {
  if (given.digest === (await store.sha256(path))) return true;
  const [known, sent] = [chain?.at(-1), given.chain?.at(-1)];
  return known !== undefined && known.n === sent?.n && known.sha256 === sent.sha256;
}

const evidence = (store: ReplayStore, jobs: Pick<Jobs, 'enqueue'>, elsewhere: Elsewhere): Route =>
  upload({
    path: '/api/v1/terminal/sessions/:id/replay/',
    name: 'terminal.session.uploadReplay',
    status: 201,
    answer: answerShape(objectSchema({ url: TEXT_SCHEMA })),
    who: can('terminal.upload_sessionreplay'),
    rows: { one: session },
    limit: MAX_REPLAY,
    texts: MAX_CHAIN,
    async take(ctx, { row, parts }) {
      // Only the component that carried a session may give its evidence, and only once.
      if (!carries(ctx, row)) throw new CodedError('permission_denied');
      let version = 2;
      let chain: ChainLine[] | undefined;
      let path: string | undefined;
      let came: Arrived | undefined;
      let again: string | undefined;
      const known = row.replay_path && (await store.size(row.replay_path)) !== undefined ? row.replay_path : undefined;
      for await (const part of parts) {
        if (part.field === 'version' && part.value) version = Number(part.value);
        else if (part.field === 'chain') chain = parseChain(part.value);
        else if (part.field === 'file' && part.stream) {
          if (!SUFFIX[version]) return ok({ msg: 'refused' }, 400);
          if (known) {
            again = await digest(part.stream);
            continue;
          }
          path = replayPath(row, version);
          came = await store.write(path, part.stream, MAX_REPLAY);
        }
      }
      if (known && again !== undefined)
        return (await sameRecording(store, { path: known, chain: row.replay_chain }, { digest: again, chain }))
          ? ok({ url: `/media/replay/${known}` }, 201)
          : ok({ msg: 'refused' }, 400);
      if (!path || !came) return ok({ msg: 'no file' }, 401);
      await ctx.tx
        .updateTable('sessions')
        .set({
          replay_path: path,
          replay_chain: chain ? JSON.stringify(chain) : null,
          replay_bytes: came.bytes,
          replay_sha256: came.sha256,
        })
        .where('id', '=', row.id)
        .execute();
      await elsewhere.note(ctx, row.terminal_id, row.id, [{ path, ...came }]);
      if (path.endsWith('.cast.gz')) sendPrepare(ctx, jobs, row.id);
      return ok({ url: `/media/replay/${path}` }, 201);
    },
  });

/** The file a player loads. This address asks for the same rights as the API (CVE-2023-42442). */
const media = (store: ReplayStore): Route =>
  download({
    path: '/media/replay/:date/:file',
    name: 'terminal.session.media',
    who: can('terminal.view_sessionreplay'),
    rows: { of: [session] },
    async give(ctx, { request, kernel }) {
      const { date = '', file = '' } = request.params;
      const path = `${date}/${file}`;
      const row = await fetchRow(kernel.byName(session.name), ctx, file.slice(0, 36));
      if (row.replay_path !== path) throw new CodedError('not_found');
      const size = await store.size(path);
      if (size === undefined) throw new CodedError('not_found');
      await store.ready(path);
      await noteLoaded(ctx, row as SessionRow);
      return {
        body: store.read(path),
        type: path.endsWith('.mp4') ? 'video/mp4' : 'text/plain; charset=utf-8',
        size,
        cache: 'private, max-age=3600',
        ...(path.endsWith('.gz') ? { encoding: 'gzip' } : {}),
      };
    },
  });

const verified: Shape = {
  title: t('Check of a recording', '录像校验', '録画の検証'),
  fields: {
    intact: shown(t('Intact', '完整', '完全'), 'boolean'),
    segments: shown(t('Segments', '分段数', 'セグメント数'), 'integer'),
    broken_segment: shown(t('Broken segment', '损坏的分段', '壊れたセグメント'), 'integer'),
  },
};

/** Without a chain there is nothing to verify by. */
const CHECKED = objectSchema(
  { chained: FLAG_SCHEMA, intact: orNull(FLAG_SCHEMA), segments: INTEGER_SCHEMA },
  { broken_segment: INTEGER_SCHEMA },
);

/** Whether its storage holds something else by now than was put there. @throws CodedError where nobody can say */
async function changedElsewhere(store: ReplayStore, path: string): Promise<boolean> {
  try {
    await store.ready(path);
    return false;
  } catch (error) {
    if (error instanceof CodedError && error.code === 'stored_object_changed') return true;
    throw error;
  }
}

const verify = (store: ReplayStore): Route =>
  detail({
    path: '/api/v1/terminal/sessions/:id/replay/verify/',
    name: 'terminal.session.verifyReplay',
    who: can('terminal.view_sessionreplay'),
    rows: { one: session },
    answer: answerShape(CHECKED),
    drawn: verified,
    errors: ['object_does_not_exist', 'storage_unreachable', 'stored_object_gone', 'busy'],
    async show(_ctx, { row: { replay_path: path, replay_chain: chain } }) {
      if (path === null || (await store.size(path)) === undefined) throw new CodedError('object_does_not_exist', { resource: 'replay' });
      if (await changedElsewhere(store, path)) return { chained: chain !== null, intact: false, segments: chain?.length ?? 0 };
      // Nothing to verify by: that is neither intact nor broken, and is said.
      if (!chain) return { chained: false, intact: null, segments: 0 };
      const broken = await brokenSegment(store.read(path), chain);
      return {
        chained: true,
        intact: broken === undefined,
        segments: chain.length,
        ...(broken === undefined ? {} : { broken_segment: broken }),
      };
    },
  });

export const replayRoutes = (store: ReplayStore, jobs: Pick<Jobs, 'enqueue'>, elsewhere: Elsewhere): readonly Route[] => [
  evidence(store, jobs, elsewhere),
  media(store),
  verify(store),
];
