import { createHash, randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import {
  boolean,
  type Context,
  can,
  integer,
  labelled,
  objectSchema,
  ok,
  type Reply,
  type Route,
  reference,
  retrieve,
  TEXT_SCHEMA,
  uuid,
} from '@postern/resource';
import { componentSessions } from '../../platform/component-sessions.ts';
import { anyRow } from '../../platform/database/any-row.ts';
import { download } from '../../platform/routes/download.ts';
import { report } from '../../platform/routes/report.ts';
import { type Part, upload } from '../../platform/routes/upload.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';
import { verbatim } from '../../platform/verbatim.ts';
import { type Arrived, type ReplayStore, session } from '../sessions/index.ts';
import type { Elsewhere } from '../storages/index.ts';
import { type FtpLog, ftpLog, OPERATIONS } from './ftp-log.resource.ts';

export interface FtpLogDeps {
  settings: SettingsReader;
  store: ReplayStore;
  elsewhere: Elsewhere;
}

const PATH = '/api/v1/audits/ftp-logs/';
const MB = 1024 * 1024;
/** Bytes of a copy under the largest value of the setting. */
const MAX_COPY = 102_400 * MB;
const MAX_NAME = 1024;

/** Operations whose file itself may be kept. */
const COPIED: ReadonlySet<unknown> = new Set(['upload', 'download']);

// biome-ignore lint/suspicious/noControlCharactersInRegex: names of files hold anything; what a terminal obeys is not shown to auditors
const shownName = (name: string): string => name.replaceAll(/[\u0000-\u001f\u007f]/g, '\uFFFD');
const shortened = (name: string): string =>
  name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME / 2 - 1)}…${name.slice(-MAX_NAME / 2)}`;

/** Where the copy of one row belongs. */
const copyPath = ({ id, date_start }: Pick<FtpLog, 'id' | 'date_start'>): string => `${date_start.toISOString().slice(0, 10)}/${id}`;

const { fields } = ftpLog;

/**
 * Writes one row down. Who, where and whose it is are the session's, whatever the component says; what was done to which file is its word.
 * A component that did not hear our answer sends the same again.
 */
const create = report({
  method: 'POST',
  path: PATH,
  name: 'audits.ftplog.create',
  right: 'audits.add_ftplog',
  rows: { of: [session, ftpLog] },
  bodyLimit: 262_144,
  body: {
    id: uuid({ label: WORDS.id }),
    session: reference('session', { label: session.label, required: true, judged: 'by the resource' }),
    operate: labelled({ label: fields.operate.options.label, choices: OPERATIONS, required: true }),
    filename: verbatim({ label: fields.filename.options.label, max: 65_536 }, shownName),
    is_success: boolean({ label: fields.is_success.options.label, default: true }),
    size: integer({ label: fields.size.options.label, min: 0, max: Number.MAX_SAFE_INTEGER, nullable: true, default: null }),
  },
  async take(ctx, { body, kernel }) {
    const { id = randomUUID(), session: sessionId, operate, is_success, size } = body;
    const about = await ctx.tx
      .selectFrom('sessions as s')
      .select(['s.org_id', 's.user', 's.asset', 's.account', 's.remote_addr'])
      .where('s.id', '=', sessionId)
      .where(componentSessions(ctx, 's'))
      .executeTakeFirst();
    if (!about) throw InvalidInput.on('session', 'does_not_exist', { value: sessionId });
    const reported = { session_id: sessionId, operate, filename: shortened(body.filename) };
    const made = await ctx.tx
      .insertInto('ftp_logs')
      .values({ ...about, ...reported, id, is_success, size, has_file: false, date_start: ctx.clock() })
      .onConflict((clash) => clash.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) {
      const known = await anyRow(
        ctx.tx
          .selectFrom('ftp_logs')
          .where('id', '=', id)
          .where('session_id', '=', reported.session_id)
          .where('operate', '=', reported.operate)
          .where('filename', '=', reported.filename),
      );
      if (!known) throw InvalidInput.on('session', 'does_not_exist', { value: sessionId });
    }
    return ok(await retrieve(kernel, kernel.byName('ftplog'), ctx, id, {}), 201);
  },
});

/** Says that the copy is there. It has to be; nothing else of a row changes. */
const patch = report({
  method: 'PATCH',
  path: `${PATH}:id/`,
  name: 'audits.ftplog.patch',
  answer: { rows: 'ftplog' },
  right: 'audits.change_ftplog',
  rows: { one: ftpLog },
  bodyLimit: 65_536,
  body: { has_file: boolean({ label: fields.has_file.options.label }) },
  async take(ctx, { row, body, kernel }) {
    if (body.has_file && !row.has_file) {
      if (!row.file_sha256) throw InvalidInput.on('has_file', 'file_not_arrived');
      await ctx.tx.updateTable('ftp_logs').set({ has_file: true }).where('id', '=', row.id).execute();
    }
    return ok(await retrieve(kernel, kernel.byName('ftplog'), ctx, row.id, {}));
  },
});

async function digest(data: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of data) hash.update(chunk);
  return hash.digest('hex');
}

/** What is not kept, and why. */
const refuse = (msg: string, status = 400): Reply => ok({ msg }, status);

/** Keeps the copy of one file, once: the same bytes again are taken as given, others are refused. */
async function keep(ctx: Context, { store, settings, elsewhere }: FtpLogDeps, row: FtpLog, stream: Readable): Promise<Reply> {
  const url = `/api/v1/audits/ftp-logs/${row.id}/file/download/`;
  if (row.file_sha256) return (await digest(stream)) === row.file_sha256 ? ok({ url }, 201) : refuse('a copy is there');
  let came: Arrived;
  try {
    // At or above the limit nothing is kept.
    came = await store.write(copyPath(row), stream, settings.get('FTP_FILE_MAX_STORE') * MB - 1);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse('too large');
  }
  await ctx.tx.updateTable('ftp_logs').set({ file_sha256: came.sha256 }).where('id', '=', row.id).execute();
  await elsewhere.note(ctx, ctx.actor.component?.id ?? null, row.id, [{ path: copyPath(row), ...came }]);
  return ok({ url }, 201);
}

async function take(ctx: Context, deps: FtpLogDeps, row: FtpLog, parts: AsyncIterable<Part>): Promise<Reply> {
  let answer: Reply | undefined;
  for await (const { field, stream } of parts) {
    if (!stream || field !== 'file' || answer) continue;
    const wanted = COPIED.has(row.operate) && deps.settings.get('FTP_FILE_MAX_STORE') > 0;
    answer = wanted ? await keep(ctx, deps, row, stream) : refuse('not kept');
  }
  return answer ?? refuse('no file', 401);
}

const copy = (deps: FtpLogDeps): Route =>
  upload({
    path: `${PATH}:id/upload/`,
    name: 'audits.ftplog.upload',
    status: 201,
    answer: answerShape(objectSchema({ url: TEXT_SCHEMA })),
    who: { allow: 'component' },
    rows: { one: ftpLog },
    rootOrg: true,
    limit: MAX_COPY,
    take: (ctx, { row, parts }) => take(ctx, deps, row, parts),
  });

/** The kept copy, for auditors; that somebody took it is itself in the log. */
const kept = ({ store }: FtpLogDeps): Route =>
  download({
    path: `${PATH}:id/file/download/`,
    name: 'audits.ftplog.download',
    who: can('audits.view_ftplog'),
    rows: { one: ftpLog },
    transaction: true,
    errors: ['object_does_not_exist', 'storage_unreachable', 'stored_object_changed', 'stored_object_gone', 'busy'],
    async give(ctx, { row }) {
      const size = row.has_file ? await store.size(copyPath(row)) : undefined;
      if (size === undefined) throw new CodedError('object_does_not_exist', { resource: ftpLog.label[ctx.language] });
      await store.ready(copyPath(row));
      ctx.audit({ action: 'view', resourceType: 'ftplog', resourceId: row.id, resource: row.filename, orgId: row.org_id });
      const name = row.filename.split(/[\\/]/).pop() || 'file';
      return { body: store.read(copyPath(row)), type: 'application/octet-stream', size, name };
    },
  });

/** What components write, and auditors take away (docs/wire/audits.md#transferred-files). */
export const ftpLogRoutes = (deps: FtpLogDeps): readonly Route[] => [create, patch, copy(deps), kept(deps)];
