import { sql } from 'kysely';
import type { Change, Context } from './context.ts';
import type { Row } from './definition.ts';
import { from } from './query.ts';
import { linked } from './read.ts';
import type { ResolvedField, ResolvedResource } from './resolved.ts';

/** State of one object as far as a diff needs it: the row, and the ids of its many-to-many relations. */
export interface Snapshot {
  row: Row;
  links: ReadonlyMap<string, readonly (string | number)[]>;
}

const manyToMany = (resource: ResolvedResource) =>
  resource.fields.filter((field) => field.kind.name === 'manyToMany' && field.options.through);

/** Takes the state before or after a write. Only the named relations are read, so a plain update costs no extra query. */
export async function snapshot(resource: ResolvedResource, ctx: Context, row: Row, relations: ReadonlySet<string>): Promise<Snapshot> {
  const id = row.id as string | number;
  const links = new Map<string, readonly (string | number)[]>();
  for (const field of manyToMany(resource)) {
    if (relations.has(field.name)) links.set(field.name, (await linked(resource, field, ctx, [id])).get(id) ?? []);
  }
  return { row, links };
}

/** The text that stands for an object in logs. */
export const titleOf = (resource: ResolvedResource, row: Row): string => {
  const name = resource.definition.title ?? 'name';
  const value = row[resource.field(name)?.column ?? name];
  return String(value ?? row.id ?? '').slice(0, 128);
};

async function titles(field: ResolvedField, ctx: Context, ids: readonly (string | number)[]): Promise<Map<string | number, string>> {
  const { target } = field;
  if (!target || ids.length === 0) return new Map();
  const title = target.field(target.definition.title ?? 'name')?.column ?? 'id';
  const { rows } = await sql<{ id: string | number; title: string }>`
    select t.id, t.${sql.ref(title)}::text as title from ${from(target)} where t.id::text = any(${ids.map(String)}::text[])`.execute(
    ctx.tx,
  );
  return new Map(rows.map((row) => [row.id, row.title]));
}

/**
 * What changed between two states, by field kind; secrets only say that they changed. `before` undefined is a
 * creation, `after` undefined a deletion (contract/audits.md §2 operate-logs).
 */
export async function changes(
  resource: ResolvedResource,
  ctx: Context,
  before: Snapshot | undefined,
  after: Snapshot | undefined,
  secretsSet: ReadonlySet<string> = new Set(),
): Promise<Change[]> {
  const found: Change[] = [];
  for (const field of resource.fields) {
    const { kind, name } = field;
    if (name === 'id' || name === 'date_updated' || name === 'date_created' || kind.name === 'computed' || kind.name === 'derived')
      continue;
    if (kind.secret) {
      if (secretsSet.has(name)) found.push({ field: name, before: before ? '******' : '', after: '******' });
      continue;
    }
    if (kind.name === 'manyToMany') {
      const left = before?.links.get(name) ?? [];
      const right = after?.links.get(name) ?? [];
      if ([...left].sort().join() === [...right].sort().join()) continue;
      const known = await titles(field, ctx, [...new Set([...left, ...right])]);
      const words = (ids: readonly (string | number)[]) =>
        ids
          .map((id) => known.get(id) ?? String(id))
          .sort()
          .join(', ');
      found.push({ field: name, before: words(left), after: words(right) });
      continue;
    }
    if (field.column === undefined) continue;
    const left = before?.row[field.column];
    const right = after?.row[field.column];
    const [was, is] = [kind.diff(left, field), kind.diff(right, field)];
    if (was === is) continue;
    if (kind.name === 'reference') {
      const known = await titles(
        field,
        ctx,
        [left, right].filter((id): id is string | number => typeof id === 'string' || typeof id === 'number'),
      );
      found.push({ field: name, before: known.get(left as string) ?? was, after: known.get(right as string) ?? is });
    } else found.push({ field: name, before: was, after: is });
  }
  return found;
}
