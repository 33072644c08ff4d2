import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { CodedError, ERRORS } from '@postern/contract/errors';
import { render } from '@postern/contract/text';
import type { RenderedFile } from '@postern/contract/transfer';
import type { Context } from '../base/context.ts';
import { ok, type Reply, type Request } from '../base/http.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import { fromCell } from './cells.ts';
import { chosenColumns, fieldsOfFiles, foldedTitle, type MatchedColumn, matchTitles } from './columns.ts';
import { FILE_TYPES, type OpenTable, openTable } from './read-file.ts';

/** The bytes of a request, when it carries a table. @throws CodedError unsupported_media_type */
function fileOf({ body, headers }: Request): { bytes: Buffer; type: string } {
  const type = String(headers['content-type'] ?? '').toLowerCase();
  // An empty file is a file all the same.
  if (body === undefined && FILE_TYPES.some((one) => type.startsWith(one))) return { bytes: Buffer.alloc(0), type };
  if (!Buffer.isBuffer(body)) throw new CodedError('unsupported_media_type');
  return { bytes: body, type };
}

/** An uploaded table with the fields of its columns. Close it in every case. */
export interface Import {
  resource: ResolvedResource;
  table: OpenTable;
  columns: MatchedColumn[];
  /** Columns that nobody knows. */
  strange: number[];
}

/** @throws CodedError what is wrong with the file, or no_rows */
export async function openImport(resource: ResolvedResource, ctx: Context, request: Request): Promise<Import> {
  const { bytes, type } = fileOf(request);
  const { file_name: name = '', columns: chosen } = request.query;
  const table = await openTable(bytes, type, ctx.language, { name: name.slice(0, 255), foreign: resource.definition.foreignFiles });
  try {
    const { titles, facts } = table;
    const [missed] = facts.unread;
    if (table.count === 0 && missed)
      throw new CodedError(missed.reason === 'encrypted' ? 'file_encrypted' : 'no_machines', { line: missed.line });
    const matched = () => (chosen === undefined ? matchTitles(resource, ctx, titles) : chosenColumns(resource, ctx, titles, chosen));
    const columns = titles.length === 0 ? [] : matched();
    if (table.count === 0) {
      // Older clients read this one from `error`.
      const detail = render(ERRORS.no_rows.text, ctx.language);
      throw new CodedError('no_rows', {}, { body: { error: detail, detail, code: ERRORS.no_rows.wire } });
    }
    const known = new Set(columns.map(({ at }) => at));
    return { resource, table, columns, strange: titles.flatMap((_, at) => (known.has(at) ? [] : [at])) };
  } catch (error) {
    await table.close();
    throw error;
  }
}

/** One row of a file as a request body would be. */
export function rowBody({ columns, strange }: Import, ctx: Context, cells: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { at, field } of columns) {
    const value = fromCell(cells[at] ?? '', field, ctx);
    if (value !== undefined) body[field.name] = value;
  }
  for (const { field } of columns) {
    const { replaces } = field.options;
    if (replaces !== undefined && [body[field.name]].flat().some(Boolean)) delete body[replaces];
  }
  const last = strange.at(-1);
  if (last !== undefined) body[''] = cells[last] ?? '';
  return body;
}

/**
 * POST render-to-json (docs/wire/conventions.md#imports): the known columns and every row as a body. Secrets come back as the file
 * has them, to the one who sent it: clients encrypt them on arrival (decision 0030).
 */
export async function renderFile(resource: ResolvedResource, ctx: Context, request: Request): Promise<Reply> {
  const file = await openImport(resource, ctx, request);
  const source = createHash('sha256').update(fileOf(request).bytes).digest('hex');
  return { ...ok(Readable.from(json(file, ctx, source))), headers: { 'content-type': 'application/json; charset=utf-8' } };
}

/** Titles of columns that nobody knows and that hold what nobody shall see. */
const SECRET_TITLE = /pass|pwd|secret|token|privatekey|密码|密钥|口令|パスワード|秘密/;

/** What was understood of the file, for the person to look at before anything is sent. */
function understood({ resource, table, columns, strange }: Import, ctx: Context): Omit<RenderedFile, 'source' | 'title' | 'data'> {
  const { format, unread, missed, ignored, samples } = table.facts;
  const byPlace = new Map(columns.map(({ at, field }) => [at, field]));
  return {
    format,
    columns: table.titles.map((title, at) => {
      const field = byPlace.get(at);
      const hidden = field ? field.kind.secret === true || field.options.writeOnly === true : SECRET_TITLE.test(foldedTitle(title));
      return { title, field: field?.name ?? null, samples: hidden ? [] : [...(samples[at] ?? [])] };
    }),
    fields: fieldsOfFiles(resource, ctx).map(({ name, options }) => [render(options.label, ctx.language), name]),
    ignored: [...strange.flatMap((at) => table.titles[at] || []), ...ignored],
    unread: [...unread],
    missed,
  };
}

/** The answer piece by piece: all of it at once would stop the server for as long as it takes to write. */
async function* json(file: Import, ctx: Context, source: string): AsyncGenerator<string> {
  const title = file.columns.map(({ field }) => [render(field.options.label, ctx.language), field.name]);
  const about = { source, title, ...understood(file, ctx) };
  yield `${JSON.stringify(about).slice(0, -1)},"data":[`;
  let gap = '';
  for await (const rows of file.table.rows()) {
    yield gap + rows.map(({ cells }) => JSON.stringify(rowBody(file, ctx, cells))).join(',');
    gap = ',';
  }
  yield ']}';
}
