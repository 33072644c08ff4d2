import { createHash } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { problemsOf } from '@postern/contract/issues';
import { type ImportAnswer, type ImportMode, type ImportResult, importPortion } from '@postern/contract/transfer';
import type { Context } from '../base/context.ts';
import type { Kernel } from '../compiled/kernel.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import type { Row, Values } from '../definition/definition.ts';
import { fetchRows } from '../read/fetch.ts';
import { idIn, visible } from '../read/where.ts';
import { changeMany, type Draft, type Edit, insertMany, type Outcome } from '../write/batch.ts';
import { readBody, uniqueSets, uniqueValues } from '../write/input.ts';
import { withIdsOfNames } from '../write/named-references.ts';
import { lockRows, namedId } from '../write/write.ts';
import { isTextual } from './cells.ts';
import { sandbox } from './sandbox.queries.ts';

/** A row that was sent: its number in the file, and what it says. */
interface Sent {
  n: number;
  body: Record<string, unknown>;
}

/** What became of a row: its object, or the body of a refusal. */
type RowResult = { id: string | number; row: Row; values: Values } | { errors: Record<string, unknown> };

const sha256 = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/**
 * An empty cell says nothing: a new row takes the default, an old one keeps what it has. Only texts can be emptied, and
 * only where there was one.
 */
export function withoutEmpty(
  resource: ResolvedResource,
  mode: ImportMode,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = resource.field(name);
      return field !== undefined && (value !== '' || (mode === 'update' && isTextual(field)));
    }),
  );
}

/** What a row says, as a mark; what is only written (secrets) is no part of it, so that nothing can be guessed from it. */
const fingerprintOf = (resource: ResolvedResource, { body }: Sent): string =>
  sha256(
    Object.entries(body)
      .filter(([name]) => resource.field(name)?.options.writeOnly !== true)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

interface Work {
  kernel: Kernel;
  resource: ResolvedResource;
  mode: ImportMode;
}

/** The 400 body of what was thrown at a row. @throws what nobody foresaw, and what is not about this row */
function refusalOf({ kernel }: Work, ctx: Context, error: unknown): Record<string, unknown> {
  const body = kernel.hooks.refusal(error, ctx.language);
  if (!body) throw error;
  return body;
}

/** Reads and writes some rows as one batch; every row has its result. Throws what the database refuses. */
async function writeBatch(work: Work, ctx: Context, given: readonly Sent[]): Promise<Map<number, RowResult>> {
  const { resource, mode } = work;
  const bodies = await withIdsOfNames(
    resource,
    ctx,
    given.map(({ body }) => body),
    mode,
  );
  const sent = given.map(({ n }, at): Sent => ({ n, body: bodies[at] as Sent['body'] }));
  const results = new Map<number, RowResult>();
  const drafts: { n: number; draft: Draft }[] = [];
  const read = <T>(rows: readonly Sent[], make: (row: Sent) => T): T[] =>
    rows.flatMap((row) => {
      try {
        return [make(row)];
      } catch (error) {
        results.set(row.n, { errors: refusalOf(work, ctx, error) });
        return [];
      }
    });
  let outcomes: Outcome[];
  if (mode === 'create') {
    drafts.push(
      ...read(sent, ({ n, body }) => ({ n, draft: { values: readBody(resource, ctx, body, { verb: 'create', partial: false }), body } })),
    );
    outcomes = await insertMany(
      resource,
      ctx,
      drafts.map(({ draft }) => draft),
    );
  } else {
    const named = read(sent, (row) => ({ row, id: namedId(row.body) }));
    const found = await lockRows(
      resource,
      ctx,
      named.map(({ id }) => id),
      visible(resource, ctx),
    );
    const ids = new Map(named.map(({ row, id }) => [row.n, id]));
    drafts.push(
      ...read(
        named.map(({ row }) => row),
        ({ n, body }) => {
          const before = found.take(ids.get(n) ?? '');
          if (before instanceof InvalidInput) throw before;
          const draft: Edit = { before, values: readBody(resource, ctx, body, { verb: 'update', partial: true }), body };
          return { n, draft };
        },
      ),
    );
    outcomes = await changeMany(
      resource,
      ctx,
      drafts.map(({ draft }) => draft as Edit),
      { imported: true },
    );
  }
  for (const [at, outcome] of outcomes.entries()) {
    const n = drafts[at]?.n ?? 0;
    if ('refusal' in outcome) results.set(n, { errors: refusalOf(work, ctx, outcome.refusal) });
    else results.set(n, { id: outcome.row.id as string | number, row: outcome.row, values: outcome.values });
  }
  return results;
}

const isFine = (results: ReadonlyMap<number, RowResult>): boolean => [...results.values()].every((result) => 'id' in result);

/**
 * Writes a portion: all rows as one batch; when some are refused, once more without them, since what they did before they
 * were refused must not stay; when the database itself objects, row by row behind savepoints.
 */
async function writePortion(work: Work, ctx: Context, sent: readonly Sent[]): Promise<Map<number, RowResult>> {
  try {
    const first = await sandbox(ctx, (inner) => writeBatch(work, inner, sent), isFine);
    const good = sent.filter(({ n }) => 'id' in (first.get(n) ?? {}));
    if (good.length === sent.length || good.length === 0) return first;
    const second = await sandbox(ctx, (inner) => writeBatch(work, inner, good), isFine);
    if (isFine(second)) return new Map([...first, ...second]);
  } catch (error) {
    refusalOf(work, ctx, error);
  }
  const results = new Map<number, RowResult>();
  for (const row of sent) {
    try {
      for (const [n, result] of await sandbox(ctx, (inner) => writeBatch(work, inner, [row]), isFine)) results.set(n, result);
    } catch (error) {
      results.set(row.n, { errors: refusalOf(work, ctx, error) });
    }
  }
  return results;
}

/** Checks a portion as if it were written, with the rows of earlier portions of the same file that it would collide with. */
async function checkPortion(work: Work, ctx: Context, scope: string, sent: readonly Sent[]): Promise<Map<number, RowResult>> {
  const { resource, kernel } = work;
  const results = await sandbox(
    ctx,
    (inner) => writePortion(work, inner, sent),
    () => false,
  );
  const sets = uniqueSets(resource);
  const claims = [...results].flatMap(([n, result]) => {
    if (!('id' in result)) return [];
    const candidate = { values: { ...result.values, id: result.id }, before: result.row };
    return sets.flatMap((set) => {
      const values = uniqueValues(resource, set, candidate);
      return values ? [{ n, key: sha256([set.names, values]), names: set.names }] : [];
    });
  });
  const lost = await kernel.hooks.imports.claim(
    ctx,
    scope,
    sent.map(({ n }) => n),
    claims,
  );
  for (const { n, names } of lost) {
    const problems = Object.fromEntries(names.map((name) => [name, [{ code: 'unique' as const }]]));
    results.set(n, { errors: refusalOf(work, ctx, new InvalidInput(problems)) });
  }
  return results;
}

/** Rows that an earlier sending of the same portion has made already, and that are still there. */
async function alreadyMade({ kernel, resource, mode }: Work, ctx: Context, scope: string, sent: readonly Sent[]) {
  if (mode !== 'create') return new Map<number, string | number>();
  const marks = await kernel.hooks.imports.known(
    ctx,
    scope,
    sent.map((row) => ({ n: row.n, print: fingerprintOf(resource, row) })),
  );
  if (marks.size === 0) return new Map<number, string | number>();
  const rows = await fetchRows(resource, ctx, [...visible(resource, ctx), idIn(resource, [...marks.values()])]);
  const there = new Map(rows.map((row) => [String(row.id), row.id as string | number]));
  return new Map([...marks].flatMap(([n, id]) => (there.has(id) ? [[n, there.get(id) as string | number] as const] : [])));
}

/**
 * POST import-rows: creates or changes the rows of a portion, each on its own account (decision 0030). Runs inside the
 * transaction of the request: a lost answer finds its rows marked as made.
 * @throws InvalidInput for a portion of the wrong form; what is wrong with rows is in the answer
 */
export async function importRows(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  given: ReturnType<typeof readPortion>,
): Promise<ImportAnswer> {
  const { mode, dry_run: dry, source } = given;
  if (resource.orgScoped && ctx.org.isRoot) throw new CodedError('root_org_readonly');
  const sent = given.rows.map(({ n, values }): Sent => ({ n, body: withoutEmpty(resource, mode, values) }));
  const work: Work = { kernel, resource, mode };
  const scope = sha256([ctx.actor.id, ctx.org.id, resource.name, mode, source]);
  // The same portion sent twice at once must not be written twice.
  await kernel.hooks.imports.lock(ctx, scope);
  if (!dry) await kernel.hooks.transfers.portion(ctx, scope, { resource: resource.name, mode, rows: sent.length });
  const made = await alreadyMade(work, ctx, scope, sent);
  const open = sent.filter(({ n }) => !made.has(n));
  const results =
    open.length === 0
      ? new Map<number, RowResult>()
      : dry
        ? await checkPortion(work, ctx, scope, open)
        : await writePortion(work, ctx, open);
  if (!dry && mode === 'create') {
    const marks = open.flatMap((row) => {
      const result = results.get(row.n);
      return result && 'id' in result ? [{ n: row.n, print: fingerprintOf(resource, row), id: String(result.id) }] : [];
    });
    await kernel.hooks.imports.remember(ctx, scope, marks);
  }
  return { results: sent.map(({ n }) => resultOf(n, made.get(n), results.get(n), dry)) };
}

function resultOf(n: number, made: string | number | undefined, result: RowResult | undefined, dry: boolean): ImportResult {
  if (made !== undefined) return { n, status: 'kept', id: made };
  if (!result || 'errors' in result) return { n, status: 'error', errors: result?.errors ?? {} };
  return dry ? { n, status: 'checked' } : { n, status: 'ok', id: result.id };
}

/** Body of a portion. @throws InvalidInput under the name of what is wrong */
export function readPortion(body: unknown) {
  const read = importPortion.safeParse(body);
  if (!read.success) throw new InvalidInput(problemsOf(read.error));
  if (new Set(read.data.rows.map(({ n }) => n)).size < read.data.rows.length) throw InvalidInput.on('rows', 'unique');
  return read.data;
}
