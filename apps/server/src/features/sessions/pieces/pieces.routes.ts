import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { CodedError } from '@postern/contract/errors';
import { text as t } from '@postern/contract/text';
import { type Context, can, FLAG_SCHEMA, INTEGER_SCHEMA, integer, objectSchema, type Route, TEXT_SCHEMA } from '@postern/resource';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { detail } from '../../../platform/routes/detail.ts';
import { download } from '../../../platform/routes/download.ts';
import { answerShape, shown, WORDS } from '../../../platform/shown.ts';
import type { ReplayStore } from '../replay-store.ts';
import { type SessionRow, session } from '../session.resource.ts';
import { noteLoaded } from '../viewed.ts';
import { sendPrepare } from './prepare.job.ts';
import { piecesPath } from './prepare.ts';
import type { Indexes } from './read-index.ts';

/** Packed bytes above which a recording that nobody has prepared yet is prepared before it is played. */
const LARGE = 1024 * 1024;

const NUMBERS = { type: 'array', items: { type: 'number' } } as const;
const INDEX = objectSchema(
  { status: TEXT_SCHEMA },
  {
    cols: INTEGER_SCHEMA,
    rows: INTEGER_SCHEMA,
    start: { type: 'number' },
    duration: { type: 'number' },
    truncated: FLAG_SCHEMA,
    times: NUMBERS,
  },
);

/** Path of a recording that is played in pieces, if any is. @throws CodedError object_does_not_exist where there is no recording */
async function castOf(store: ReplayStore, { replay_path: path }: SessionRow): Promise<{ path: string; size: number }> {
  const size = path === null ? undefined : await store.size(path);
  if (path === null || size === undefined) throw new CodedError('object_does_not_exist', { resource: 'replay' });
  return { path, size };
}

/** One piece as it was cut. @throws CodedError where there is none, or a storage gives another one */
async function pieceOf(store: ReplayStore, indexes: Indexes, path: string, n: number, again = true): Promise<Buffer> {
  const read = await indexes.of(path);
  const { bytes, sha256 } = read?.index.pieces[n] ?? {};
  if (bytes === undefined) throw new CodedError('not_found');
  const piece = await buffer(store.read(piecesPath(path), { from: read?.offsets[n] ?? 0, bytes }));
  if (sha256 === undefined || createHash('sha256').update(piece).digest('hex') === sha256) return piece;
  // A recording that was prepared anew meanwhile has other pieces.
  indexes.forget(path);
  if (again) return pieceOf(store, indexes, path, n, false);
  throw new CodedError('stored_object_changed');
}

/** What a player is told before it asks for a piece. `whole`: it plays the recording itself. */
async function told(ctx: Context, { store, indexes, jobs }: Deps, row: SessionRow) {
  const { path, size } = await castOf(store, row);
  const index = (await indexes.of(path))?.index;
  if (index && index.pieces.length > 0) {
    const { pieces, ...rest } = index;
    return { status: 'pieces', ...rest, times: pieces.map(({ time }) => time) };
  }
  if (index || size < LARGE || !path.endsWith('.cast.gz')) return { status: 'whole' };
  sendPrepare(ctx, jobs, row.id);
  return { status: 'running' };
}

interface Deps {
  store: ReplayStore;
  indexes: Indexes;
  jobs: Pick<Jobs, 'enqueue'>;
}

/** Recordings in pieces (docs/wire/sessions.md#recordings). They ask for the same right as the recording itself. */
export const piecesRoutes = ({ store, indexes, jobs }: Deps): readonly Route[] => [
  detail({
    path: '/api/v1/terminal/sessions/:id/replay/index/',
    name: 'terminal.session.replayIndex',
    who: can('terminal.view_sessionreplay'),
    rows: { one: session },
    transaction: true,
    answer: answerShape(INDEX),
    drawn: {
      title: t('Index of a recording', '录像索引', '録画の索引'),
      fields: { status: shown(WORDS.status, 'string'), duration: shown(t('Seconds', '秒数', '秒数'), 'float', { sometimes: true }) },
    },
    errors: ['object_does_not_exist', 'storage_unreachable', 'stored_object_changed', 'stored_object_gone', 'busy'],
    show: (ctx, { row }) => told(ctx, { store, indexes, jobs }, row),
  }),
  download({
    path: '/api/v1/terminal/sessions/:id/replay/pieces/:n/',
    name: 'terminal.session.replayPiece',
    who: can('terminal.view_sessionreplay'),
    rows: { one: session },
    params: { n: integer({ label: t('Piece', '片段', '部分'), required: true, min: 0, max: 1_000_000 }) },
    media: 'text/plain',
    errors: ['object_does_not_exist', 'storage_unreachable', 'stored_object_changed', 'stored_object_gone', 'busy'],
    async give(ctx, { row, params: { n } }) {
      const { path } = await castOf(store, row);
      const piece = await pieceOf(store, indexes, path, n);
      await noteLoaded(ctx, row);
      return {
        body: piece,
        type: 'text/plain; charset=utf-8',
        size: piece.length,
        cache: 'private, max-age=3600',
        encoding: 'gzip',
      };
    },
  }),
];
