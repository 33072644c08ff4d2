import { Readable } from 'node:stream';
import { CodedError } from '@postern/contract/errors';
import { EXPORT_ROWS } from '@postern/contract/transfer';
import { type Context, holds } from '../base/context.ts';
import type { Reply, Request } from '../base/http.ts';
import { zoned } from '../base/time.ts';
import type { Download, Kernel } from '../compiled/kernel.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { OutsideList, Paging, Row } from '../definition/definition.ts';
import { outsideList, portions } from '../read/elsewhere.ts';
import { fetchFound, fetchIds } from '../read/fetch.ts';
import { present } from '../read/present.ts';
import { filtered, ordering, paging } from '../read/query.ts';
import { visible } from '../read/where.ts';
import { csvMark, EMPTY, startsFormula, toCell, xlsxMark } from './cells.ts';
import { columnsOf, TEMPLATES, type Template, titlesOf } from './columns.ts';
import { BOM, csvLine } from './csv.ts';
import { type SheetCell, sheetRow, workbook } from './xlsx-sheet.ts';

/** Rows that are in memory at a time; their relations are fetched together. */
const PAGE = 250;

type Id = string | number;
export type ExportFormat = 'csv' | 'xlsx';
type Format = ExportFormat;

/** A column after the resource's own, with its cells for some rows; what must not be in every export comes in here. */
export interface MoreColumn {
  title: string;
  cells(ids: readonly Id[]): Promise<ReadonlyMap<Id, string>>;
}
export interface ExportOptions {
  more?: MoreColumn;
  /** Fewer rows than EXPORT_ROWS. */
  max?: number;
  /** Told how many rows there will be, before the first is written. */
  counted?(rows: number): void;
}

/** The format a list is asked in; undefined for JSON. @throws CodedError not_found for one that does not exist */
export function formatOf(query: Request['query']): Format | undefined {
  const { format } = query;
  if (format === undefined || format === '' || format === 'json') return undefined;
  if (format === 'csv' || format === 'xlsx') return format;
  throw new CodedError('not_found');
}

const templateOf = (query: Request['query']): Template => TEMPLATES.find((one) => one === query.template) ?? 'export';

/** Which rows are asked for, of what, by whom. */
interface Wanted {
  kernel: Kernel;
  resource: ResolvedResource;
  ctx: Context;
  query: Request['query'];
  template: Template;
  /** More than these are refused. */
  max: number;
}

/**
 * Ids of the rows in their order. Taken once, so that pages of rows fit together while others write; a cursor would keep
 * a connection and a snapshot for as long as somebody's download takes (decision 0030).
 */
async function idsOf({ kernel, resource, ctx, query, template, max }: Wanted): Promise<Id[]> {
  const conditions = [...visible(resource, ctx), ...(await filtered(kernel, resource, ctx, query))];
  const page = paging(query, max);
  // The import template shows one row as an example.
  const limit = template === 'import' ? 1 : (page?.limit ?? max + 1);
  const ids = await fetchIds(resource, ctx, conditions, { order: ordering(resource, ctx, query), limit, offset: page?.offset ?? 0 });
  if (ids.length > max) throw new CodedError('export_too_large', { max });
  return ids;
}

/** Rows of an export: how many, and the next ones whenever it is asked; undefined after the last. */
interface Supply {
  total: number;
  next(): Promise<Row[] | undefined>;
}

async function supplyOf(wanted: Wanted, shown: readonly ResolvedField[]): Promise<Supply> {
  const { kernel, resource, ctx, query, template, max } = wanted;
  const outside = await outsideList(kernel, resource, ctx, query);
  if (outside) return outsideSupply(outside, template === 'import' ? { limit: 1, offset: 0 } : paging(query, max), max);
  const ids = await idsOf(wanted);
  let at = 0;
  return {
    total: ids.length,
    async next() {
      const some = ids.slice(at, at + PAGE);
      at += PAGE;
      return some.length === 0 ? undefined : fetchFound(resource, ctx, some, shown);
    },
  };
}

/** @throws CodedError storage_invalid when a place does not answer: half a file would pass for a whole one */
async function outsideSupply(list: OutsideList, page: Paging | undefined, max: number): Promise<Supply> {
  const { count } = await list.page({ limit: 1, offset: 0 });
  if (list.missing().length > 0) throw new CodedError('storage_invalid');
  if (!page && count > max) throw new CodedError('export_too_large', { max });
  const rows = portions(list, PAGE, page?.limit ?? max, page?.offset);
  return {
    total: Math.min(Math.max(count - (page?.offset ?? 0), 0), page?.limit ?? max),
    async next() {
      const { value: found } = await rows.next();
      if (list.missing().length > 0) throw new CodedError('storage_invalid');
      return found;
    },
  };
}

interface Source {
  supply: Supply;
  kernel: Kernel;
  resource: ResolvedResource;
  ctx: Context;
  fields: readonly ResolvedField[];
  /** Those of them that may be read: what cannot be has a column in templates, and nothing in it. */
  readable: readonly ResolvedField[];
  more: MoreColumn | undefined;
}

/** Templates have columns for what may be written, which need not be what may be read. */
const mayRead = ({ readable, options }: ResolvedField, ctx: Context): boolean =>
  readable && (options.readWith === undefined || holds(ctx.actor, [options.readWith]));

/** Texts of the cells of the next rows. */
async function nextPage({ supply, kernel, resource, ctx, fields, readable, more }: Source): Promise<string[][] | undefined> {
  const rows = await supply.next();
  if (!rows) return undefined;
  if (rows.length === 0) return [];
  const wire = await present(kernel, resource, ctx, rows, readable);
  const extra = await more?.cells(rows.map((row) => row.id as Id));
  return wire.map((one, at) => {
    const cells = fields.map((field) => (field.name in one ? toCell(one[field.name], field, ctx) : EMPTY));
    return extra ? [...cells, extra.get(rows[at]?.id as Id) ?? ''] : cells;
  });
}

/** Pages of cells, the next one asked for while the last is written. */
async function* pages(source: Source, first: string[][] | undefined): AsyncGenerator<string[][]> {
  const { kernel, resource, ctx } = source;
  const { total } = source.supply;
  // What fits on one page is sent with the answer and is no run.
  const lasts = total > PAGE;
  const download = lasts ? await kernel.hooks.transfers.download(ctx, { resource: resource.name, rows: total }) : undefined;
  let how: Parameters<Download['end']>[0] = 'given up';
  try {
    let ready = Promise.resolve(first);
    for (let at = 0; ; at += PAGE) {
      const rows = await ready;
      if (!rows) break;
      download?.signal.throwIfAborted();
      ready = nextPage(source);
      // Its failure is told when it is waited for; a download that was given up never does.
      ready.catch(() => undefined);
      yield rows;
      download?.progress(Math.min(at + PAGE, total));
    }
    how = 'done';
  } catch (error) {
    how = download?.signal.aborted ? 'given up' : 'failed';
    throw error;
  } finally {
    await download?.end(how);
  }
}

const isNumber = (field: ResolvedField): boolean => field.kind.type === 'integer' || field.kind.type === 'float';

async function* csvText(titles: readonly string[], fields: readonly ResolvedField[], rows: AsyncIterable<string[][]>) {
  const numbers = fields.map(isNumber);
  yield BOM + csvLine(titles.map((title) => csvMark(title, false)));
  for await (const page of rows)
    yield page.map((cells) => csvLine(cells.map((cell, at) => (cell === EMPTY ? cell : csvMark(cell, numbers[at] === true))))).join('');
}

const sheetCell = (text: string): SheetCell =>
  text === EMPTY ? { text, style: 0 } : { text: xlsxMark(text), style: startsFormula(text) ? 1 : 0 };

/** Rows of a sheet under their titles; cells are plain texts. */
export async function* sheetText(titles: readonly string[], rows: AsyncIterable<string[][]>): AsyncGenerator<string> {
  yield sheetRow(titles.map((text) => ({ text, style: 2 })));
  for await (const page of rows) yield page.map((cells) => sheetRow(cells.map(sheetCell))).join('');
}

/** What the file of a list is called: `host_2026-11-20_21-05-09.csv`, in the time of who asks. */
export function exportName(
  resource: Pick<ResolvedResource, 'name'>,
  ctx: Pick<Context, 'clock' | 'timeZone'>,
  format: ExportFormat,
): string {
  const { year, month, day, hour, minute, second } = zoned(ctx.clock(), ctx.timeZone);
  return `${resource.name}_${year}-${month}-${day}_${hour}-${minute}-${second}.${format}`;
}

const TYPES: Readonly<Record<Format, string>> = { csv: 'text/csv; charset=utf-8', xlsx: 'application/xlsx; charset=utf-8' };

/**
 * GET list with `format=csv|xlsx`: the filtered rows as a file, written as fast as it is fetched (docs/wire/conventions.md#exports).
 * @throws CodedError export_too_large when the filter leaves more than EXPORT_ROWS
 */
export async function exportList(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  { query }: Pick<Request, 'query'>,
  format: Format,
  { more, max = EXPORT_ROWS, counted }: ExportOptions = {},
): Promise<Reply> {
  const template = templateOf(query);
  const fields = columnsOf(resource, ctx, template, query);
  const readable = fields.filter((field) => mayRead(field, ctx));
  const supply = await supplyOf({ kernel, resource, ctx, query, template, max }, readable);
  counted?.(supply.total);
  const source: Source = { supply, kernel, resource, ctx, fields, readable, more };
  // The first page is made before the answer starts, so that what is wrong can still be said.
  const rows = pages(source, await nextPage(source));
  const file = exportName(resource, ctx, format);
  // Evidence that leaves as a file is itself worth a record: who took how much of it.
  if (resource.definition.audited === false && template !== 'import')
    ctx.audit({
      action: 'view',
      resourceType: resource.name,
      resourceId: '',
      resource: file,
      changes: [{ field: 'exported', before: '', after: String(supply.total) }],
    });
  const titles = [...titlesOf(fields, ctx, template), ...(more ? [more.title] : [])];
  const body =
    format === 'csv'
      ? Readable.from(csvText(titles, fields, rows))
      : Readable.fromWeb(workbook([{ name: 'Sheet1', rows: sheetText(titles, rows) }]) as never);
  // A workbook that nobody takes any more does not ask for rows, nor does it say that it will not.
  body.once('close', () => void rows.return(undefined));
  return {
    status: 200,
    body,
    headers: { 'content-type': TYPES[format], 'content-disposition': `attachment; filename="${file}"` },
  };
}
