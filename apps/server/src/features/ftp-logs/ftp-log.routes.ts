import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import {
  type Context,
  can,
  fetchRow,
  fetchRows,
  holds,
  idIn,
  type Kernel,
  ok,
  present,
  type Reply,
  type Request,
  type Route,
  type Row,
  shownFields,
  type UploadedPart,
} from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';
import { inEveryOrganisation } from '../../platform/context.ts';
import type { ReplayStore } from '../sessions/index.ts';
import { OPERATIONS } from './ftp-log.resource.ts';

export interface FtpLogDeps {
  kernel(): Kernel;
  settings: SettingsReader;
  store: ReplayStore;
}

const PATH = '/api/v1/audits/ftp-logs/';
const MB = 1024 * 1024;
/** Bytes of a copy under the largest value of the setting. */
const MAX_COPY = 102_400 * MB;
const MAX_NAME = 1024;

/** Operations whose file itself may be kept. */
const COPIED: ReadonlySet<unknown> = new Set(['upload', 'download']);

// biome-ignore lint/suspicious/noControlCharactersInRegex: names of files hold anything; what a terminal obeys is not shown to auditors
const clean = z.string().transform((value) => value.replaceAll(/[\u0000-\u001f\u007f]/g, '\uFFFD'));
const operations = z.enum(OPERATIONS.map(({ value }) => value));
const entry = z.object({
  id: z.uuid().optional(),
  session: z.uuid(),
  operate: z.union([operations, z.object({ value: operations }).transform(({ value }) => value)]),
  filename: clean.pipe(z.string().min(1).max(65_536)),
  is_success: z.boolean().default(true),
  size: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable().default(null),
});

/** Where the copy of one row belongs. */
const copyPath = (row: Row): string => `${(row.date_start as Date).toISOString().slice(0, 10)}/${row.id}`;

/** Component routes ask for the kind of caller and for the right. */
function demand(ctx: Context, code: string): void {
  if (!holds(ctx.actor, [code])) throw new CodedError('permission_denied');
}

/** The row, when it is about a session that the calling component carried; another one's is none. */
async function ownRow(ctx: Context, kernel: Kernel, id: string | undefined): Promise<Row> {
  const row = await fetchRow(kernel.byName('ftplog'), inEveryOrganisation(ctx), String(id));
  const { rows } = await sql`
    select 1 from sessions where id = ${row.session_id} and terminal_id = ${ctx.actor.component?.id ?? null}::uuid`.execute(ctx.tx);
  if (rows.length === 0) throw new CodedError('object_does_not_exist', { resource: kernel.byName('ftplog').label[ctx.language] });
  return row;
}

async function wire(ctx: Context, kernel: Kernel, id: string, status: number): Promise<Reply> {
  const resource = kernel.byName('ftplog');
  const anywhere = inEveryOrganisation(ctx);
  const rows = await fetchRows(resource, anywhere, [idIn(resource, [id])]);
  return ok((await present(kernel, resource, anywhere, rows, shownFields(resource, anywhere, 'detail', {})))[0], status);
}

/**
 * Writes one row down. Who, where and whose it is are the session's, whatever the component says; what was done to which file is its word.
 * A component that did not hear our answer sends the same again.
 */
async function create(ctx: Context, { kernel }: FtpLogDeps, body: unknown): Promise<Reply> {
  demand(ctx, 'audits.add_ftplog');
  const parsed = entry.safeParse(body);
  if (!parsed.success) throw InvalidInput.on(String(parsed.error.issues[0]?.path[0] ?? 'filename'), 'invalid');
  const { id = randomUUID(), session, operate, filename, is_success, size } = parsed.data;
  const name = filename.length <= MAX_NAME ? filename : `${filename.slice(0, MAX_NAME / 2 - 1)}…${filename.slice(-MAX_NAME / 2)}`;
  const { rows } = await sql<{ id: string }>`
    insert into ftp_logs (id, org_id, session_id, "user", asset, account, remote_addr, operate, filename, is_success, size, has_file, date_start)
    select ${id}, s.org_id, s.id, s."user", s.asset, s.account, s.remote_addr, ${operate}, ${name}, ${is_success}, ${size}::double precision, false, ${ctx.clock()}
    from sessions s where s.id = ${session} and s.terminal_id = ${ctx.actor.component?.id ?? null}::uuid
    on conflict (id) do nothing returning id`.execute(ctx.tx);
  if (!rows[0]) {
    const known = await sql`
      select 1 from ftp_logs f join sessions s on s.id = f.session_id and s.terminal_id = ${ctx.actor.component?.id ?? null}::uuid
      where f.id = ${id} and f.session_id = ${session} and f.operate = ${operate} and f.filename = ${name}`.execute(ctx.tx);
    if (known.rows.length === 0) throw InvalidInput.on('session', 'does_not_exist', { value: session });
  }
  return wire(ctx, kernel(), id, 201);
}

/** Says that the copy is there. It has to be; nothing else of a row changes. */
async function patch(ctx: Context, { kernel }: FtpLogDeps, { params, body }: Request): Promise<Reply> {
  demand(ctx, 'audits.change_ftplog');
  const row = await ownRow(ctx, kernel(), params.id);
  const says = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (says.has_file === true && row.has_file !== true) {
    if (!row.file_sha256) throw InvalidInput.on('has_file', 'invalid');
    await sql`update ftp_logs set has_file = true where id = ${row.id}`.execute(ctx.tx);
  }
  return wire(ctx, kernel(), String(row.id), 200);
}

/** The bytes on their way, and what they were once all have passed. */
function hashed(data: Readable): { data: Readable; sum(): string } {
  const hash = createHash('sha256');
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of data as AsyncIterable<Buffer>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { data: Readable.from(pass(), { objectMode: false }), sum: () => hash.digest('hex') };
}

/** What is not kept, and why. */
const refuse = (msg: string, status = 400): Reply => ok({ msg }, status);

/** Keeps the copy of one file, once: the same bytes again are taken as given, others are refused. */
async function keep(ctx: Context, { store, settings }: FtpLogDeps, row: Row, part: UploadedPart & { stream: Readable }): Promise<Reply> {
  const url = `/api/v1/audits/ftp-logs/${row.id}/file/download/`;
  const { data, sum } = hashed(part.stream);
  if (row.file_sha256) {
    for await (const _chunk of data);
    return sum() === row.file_sha256 ? ok({ url }, 201) : refuse('a copy is there');
  }
  try {
    // At or above the limit nothing is kept.
    await store.write(copyPath(row), data, settings.get('FTP_FILE_MAX_STORE') * MB - 1);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    part.stream.resume();
    return refuse('too large');
  }
  await sql`update ftp_logs set file_sha256 = ${sum()} where id = ${row.id}`.execute(ctx.tx);
  return ok({ url }, 201);
}

async function upload(ctx: Context, deps: FtpLogDeps, { params, files }: Request): Promise<Reply> {
  const row = await ownRow(ctx, deps.kernel(), params.id);
  let answer: Reply | undefined;
  for await (const part of files ?? []) {
    const { stream } = part;
    if (!stream) continue;
    if (part.field !== 'file' || answer) stream.resume();
    else if (!COPIED.has(row.operate) || deps.settings.get('FTP_FILE_MAX_STORE') === 0) {
      stream.resume();
      answer = refuse('not kept');
    } else answer = await keep(ctx, deps, row, { ...part, stream });
  }
  return answer ?? refuse('no file', 401);
}

/** The last part of a path, as a name to save under: RFC 5987 in ASCII. */
const savedAs = (filename: string): string =>
  encodeURIComponent(filename.split(/[\\/]/).pop() || 'file').replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The kept copy, for auditors; that somebody took it is itself in the log. */
async function download(ctx: Context, { kernel, store }: FtpLogDeps, { params }: Request): Promise<Reply> {
  const row = await fetchRow(kernel().byName('ftplog'), ctx, String(params.id));
  const size = row.has_file === true ? await store.size(copyPath(row)) : undefined;
  if (size === undefined) throw new CodedError('object_does_not_exist', { resource: kernel().byName('ftplog').label[ctx.language] });
  ctx.audit({
    action: 'view',
    resourceType: 'ftplog',
    resourceId: String(row.id),
    resource: String(row.filename),
    orgId: String(row.org_id),
  });
  return {
    status: 200,
    body: store.read(copyPath(row)),
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(size),
      'content-disposition': `attachment; filename*=UTF-8''${savedAs(String(row.filename))}`,
      'x-content-type-options': 'nosniff',
    },
  };
}

/** What components write, and auditors take away (docs/wire/audits.md#transferred-files). */
export const ftpLogRoutes = (deps: FtpLogDeps): readonly Route[] => [
  {
    method: 'POST',
    path: PATH,
    name: 'audits.ftplog.create',
    policy: { allow: 'component' },
    rootOrg: true,
    bodyLimit: 262_144,
    handle: (ctx, { body }) => create(ctx, deps, body),
  },
  {
    method: 'PATCH',
    path: `${PATH}:id/`,
    name: 'audits.ftplog.patch',
    policy: { allow: 'component' },
    rootOrg: true,
    bodyLimit: 65_536,
    handle: (ctx, request) => patch(ctx, deps, request),
  },
  {
    method: 'POST',
    path: `${PATH}:id/upload/`,
    name: 'audits.ftplog.upload',
    policy: { allow: 'component' },
    rootOrg: true,
    multipart: true,
    bodyLimit: MAX_COPY,
    handle: (ctx, request) => upload(ctx, deps, request),
  },
  {
    method: 'GET',
    path: `${PATH}:id/file/download/`,
    name: 'audits.ftplog.download',
    policy: can('audits.view_ftplog'),
    transaction: true,
    handle: (ctx, request) => download(ctx, deps, request),
  },
];
