import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ORG } from '@postern/contract/ids';
import { render, text } from '@postern/contract/text';
import type { Context, Where } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';

export interface NodeRow {
  id: string;
  org_id: string;
  key: string;
  value: string;
  full_value: string;
  parent_key: string;
}

const columns = sql`id, org_id, key, value, full_value, parent_key`;
const newNode = text('New node', '新节点', '新しいノード');
const keyLimit = 64;

/** Keys from the root down to the key itself: `1:4:2` → `1`, `1:4`, `1:4:2`. */
export function lineage(key: string): string[] {
  const parts = key.split(':');
  return parts.map((_, index) => parts.slice(0, index + 1).join(':'));
}

/**
 * Strictly below `key`: a range in byte order (`;` follows `:`), with a colon behind both sides. One expression index
 * serves it whatever the collation, with keys from a join as well as from a parameter.
 */
export const below = (ref: RawBuilder<unknown>, key: RawBuilder<unknown> | string): Where =>
  sql`((${ref} || ':') ~>~ (${key}::text || ':') and (${ref} || ':') ~<~ (${key}::text || ';'))`;

/** `key` itself or below it. */
export const within = (ref: RawBuilder<unknown>, key: RawBuilder<unknown> | string): Where =>
  sql`((${ref} || ':') ~>=~ (${key}::text || ':') and (${ref} || ':') ~<~ (${key}::text || ';'))`;

/** Nodes of the current organisation; all of them in the root one. */
export const inOrg = (ctx: Context, ref: RawBuilder<unknown> = sql`org_id`): Where =>
  ctx.org.isRoot ? sql<boolean>`true` : sql<boolean>`${ref} = ${ctx.org.id}`;

/** Finds by uuid or key. */
export async function findNode(ctx: Context, idOrKey: string): Promise<NodeRow | undefined> {
  const { rows } = await sql<NodeRow>`
    select ${columns} from nodes where ${idOrKey.length === 36 ? sql`id::text` : sql`key`} = ${idOrKey.toLowerCase()} and ${inOrg(ctx)}`.execute(
    ctx.tx,
  );
  return rows[0];
}

export async function needNode(ctx: Context, idOrKey: string): Promise<NodeRow> {
  const found = await findNode(ctx, idOrKey);
  if (!found) throw new CodedError('object_does_not_exist', { resource: 'node' });
  return found;
}

/** The root node of an organisation, created when it has none yet: key 1 for the default one, the next number for others. */
export async function rootNode(ctx: Context, org: { id: string; name: string }): Promise<NodeRow> {
  const find = () => sql<NodeRow>`select ${columns} from nodes where org_id = ${org.id} and parent_key = ''`.execute(ctx.tx);
  const found = (await find()).rows[0];
  if (found) return found;
  await sql`select pg_advisory_xact_lock(hashtext('postern.node_roots'))`.execute(ctx.tx);
  const raced = (await find()).rows[0];
  if (raced) return raced;
  const { rows: last } = await sql<{ key: number }>`select coalesce(max(key::int), 1) as key from nodes where parent_key = ''`.execute(
    ctx.tx,
  );
  const key = org.id === ORG.DEFAULT ? '1' : String((last[0]?.key ?? 1) + 1);
  return insertNode(ctx, { id: randomUUID(), org_id: org.id, key, value: org.name, full_value: `/${org.name}`, parent_key: '' });
}

/** Called when an organisation is made; returns the node's id. */
export const createRootNode = async (ctx: Context, org: { id: string; name: string }): Promise<string> => (await rootNode(ctx, org)).id;

/** The root node follows the name of its organisation, and so do all paths below it. */
export async function renameRootNode(ctx: Context, org: { id: string; name: string }): Promise<void> {
  const root = await rootNode(ctx, org);
  await sql`update nodes set value = ${org.name} where id = ${root.id}`.execute(ctx.tx);
  await rewritePaths(ctx, root.key, root.full_value, `/${org.name}`);
}

/** An organisation that is deleted holds nothing but its root node, which goes with it. */
export async function deleteRootNode(ctx: Context, org: { id: string }): Promise<void> {
  await sql`delete from nodes where org_id = ${org.id} and parent_key = ''`.execute(ctx.tx);
}

/** Root of the current organisation. */
export const ownRoot = (ctx: Context): Promise<NodeRow> => {
  if (ctx.org.isRoot) throw new CodedError('root_org_readonly');
  return rootNode(ctx, ctx.org);
};

async function insertNode(ctx: Context, row: NodeRow): Promise<NodeRow> {
  await sql`
    insert into nodes (id, org_id, key, value, full_value, parent_key, child_mark, created_by, updated_by, date_created, date_updated)
    values (${row.id}, ${row.org_id}, ${row.key}, ${row.value}, ${row.full_value}, ${row.parent_key}, 0, ${ctx.actor.name}, ${ctx.actor.name}, now(), now())`.execute(
    ctx.tx,
  );
  return row;
}

/**
 * One writer at a time changes the shape of an organisation's tree: keys are given, moved and removed under a lock on
 * its root row. Adding assets only takes key-share locks and is not held up.
 */
export async function lockTree(ctx: Context, orgId: string): Promise<void> {
  await sql`select 1 from nodes where org_id = ${orgId} and parent_key = '' for no key update`.execute(ctx.tx);
}

/** Takes the next child key of a parent; the tree must be locked. */
export async function nextKey(ctx: Context, parentId: string): Promise<{ key: string; parent: NodeRow }> {
  const { rows } = await sql<NodeRow & { mark: number }>`
    update nodes set child_mark = child_mark + 1 where id = ${parentId} returning ${columns}, child_mark - 1 as mark`.execute(ctx.tx);
  const parent = rows[0];
  if (!parent) throw new CodedError('object_does_not_exist', { resource: 'node' });
  const key = `${parent.key}:${parent.mark}`;
  if (key.length > keyLimit) throw InvalidInput.on('value', 'max_length', { max: keyLimit });
  return { key, parent };
}

/** No sibling may carry the same name. */
export async function refuseSibling(ctx: Context, parentKey: string, value: string, except: string | null): Promise<void> {
  const { rows } = await sql`
    select 1 from nodes where parent_key = ${parentKey} and value = ${value} and id is distinct from ${except}::uuid limit 1`.execute(
    ctx.tx,
  );
  if (rows.length > 0) throw InvalidInput.on('value', 'unique');
}

export function checkValue(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw InvalidInput.on('value', 'blank');
  const name = value.trim();
  if (name.includes('/')) throw InvalidInput.on('value', 'node_slash');
  if (name.length > 128) throw InvalidInput.on('value', 'max_length', { max: 128 });
  return name;
}

/** Gives a new node its place below a parent without storing it: key, parent_key, value, full_value. */
export async function placeChild(ctx: Context, parent: NodeRow, value: string | undefined): Promise<Omit<NodeRow, 'id'>> {
  await lockTree(ctx, parent.org_id);
  const { key, parent: fresh } = await nextKey(ctx, parent.id);
  const name = value ?? `${render(newNode, ctx.language)} ${key.slice(fresh.key.length + 1)}`;
  await refuseSibling(ctx, fresh.key, name, null);
  const fullValue = `${fresh.full_value}/${name}`;
  if (fullValue.length > 4096) throw InvalidInput.on('value', 'max_length', { max: 4096 });
  return { org_id: fresh.org_id, key, value: name, full_value: fullValue, parent_key: fresh.key };
}

export async function createChild(ctx: Context, parent: NodeRow, value?: string, id: string = randomUUID()): Promise<NodeRow> {
  const row = await insertNode(ctx, { id, ...(await placeChild(ctx, parent, value)) });
  ctx.audit({ action: 'create', resourceType: 'node', resourceId: row.id, resource: row.full_value, orgId: row.org_id });
  return row;
}

/** Segments of a path below the root; a first segment equal to the root's name is skipped. */
export function segments(path: string, rootName: string): string[] {
  const parts = path
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts[0] === rootName ? parts.slice(1) : parts;
}

/** Finds the node of a path; undefined when there is none. */
export async function knownPath(ctx: Context, root: NodeRow, parts: readonly string[]): Promise<NodeRow | undefined> {
  if (parts.length === 0) return root;
  const path = [root.full_value, ...parts].join('/');
  const { rows } = await sql<NodeRow>`
    select ${columns} from nodes where full_value = ${path} and ${within(sql`key`, root.key)}`.execute(ctx.tx);
  return rows[0];
}

/** Finds the node of a path, creating what is missing. */
export async function ensurePath(ctx: Context, root: NodeRow, parts: readonly string[]): Promise<NodeRow> {
  if (parts.length > 30) throw InvalidInput.on('full_value', 'too_many', { max: 30 });
  let at = root;
  for (const part of parts) {
    const value = checkValue(part);
    const { rows } = await sql<NodeRow>`select ${columns} from nodes where parent_key = ${at.key} and value = ${value}`.execute(ctx.tx);
    at = rows[0] ?? (await createChild(ctx, at, value));
  }
  return at;
}

/** Replaces the beginning of all paths in a subtree. */
export async function rewritePaths(ctx: Context, key: string, from: string, to: string): Promise<void> {
  await sql`
    update nodes set full_value = ${to}::text || substr(full_value, ${from.length + 1}::int)
    where ${within(sql`key`, key)}`.execute(ctx.tx);
}
