import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ORG, parseUuid } from '@postern/contract/ids';
import { render, text } from '@postern/contract/text';
import { at, type Column, type Context, inOrg as rowsInOrg, rowsOf, type Where } from '@postern/resource';
import type { NotNull } from 'kysely';
import { lockRoots, rewritePaths, within } from './node.queries.ts';
import { node } from './node.resource.ts';

export interface NodeRow {
  id: string;
  org_id: string;
  key: string;
  value: string;
  full_value: string;
  parent_key: string;
}

const COLUMNS = ['id', 'org_id', 'key', 'value', 'full_value', 'parent_key'] as const;
/** The columns would take null; every node is made with a key and a name (`rootNode`, `placeChild`). */
export type Named = { key: NotNull; value: NotNull };
const newNode = text('New node', '新节点', '新しいノード');
const keyLimit = 64;

/** Nodes of the current organisation; all of them in the root one. */
export const nodeRows = rowsOf(node);

/** Rows of one organisation, whichever the request is in: a tree is changed and counted as a whole, and belongs to one. */
export const ofOrganisation = (id: string, t: Column): Where => rowsInOrg({ org: { id, name: '', isRoot: false, isDefault: false } }, t);

/** Keys from the root down to the key itself: `1:4:2` → `1`, `1:4`, `1:4:2`. */
export function lineage(key: string): string[] {
  const parts = key.split(':');
  return parts.map((_, index) => parts.slice(0, index + 1).join(':'));
}

/** Nodes under the alias `n`. */
export const selectNodes = (ctx: Context) =>
  ctx.tx.selectFrom('nodes as n').select(['n.id', 'n.org_id', 'n.key', 'n.value', 'n.full_value', 'n.parent_key']).$narrowType<Named>();

/** Finds by uuid or key. */
export async function findNode(ctx: Context, idOrKey: string): Promise<NodeRow | undefined> {
  const id = parseUuid(idOrKey);
  const found = selectNodes(ctx).where(nodeRows(ctx, 'n'));
  return (id ? found.where('n.id', '=', id) : found.where('n.key', '=', idOrKey.toLowerCase())).executeTakeFirst();
}

export async function needNode(ctx: Context, idOrKey: string): Promise<NodeRow> {
  const found = await findNode(ctx, idOrKey);
  if (!found) throw new CodedError('object_does_not_exist', { resource: 'node' });
  return found;
}

/** The root node of an organisation, created when it has none yet: key 1 for the default one, the next number for others. */
export async function rootNode(ctx: Context, org: { id: string; name: string }): Promise<NodeRow> {
  const find = () =>
    selectNodes(ctx)
      .where(ofOrganisation(org.id, at('n')))
      .where('n.parent_key', '=', '')
      .executeTakeFirst();
  const found = await find();
  if (found) return found;
  await lockRoots(ctx);
  const raced = await find();
  if (raced) return raced;
  const last = await ctx.tx
    .selectFrom('nodes')
    .select(({ fn, cast }) => fn.max(cast<number>('key', 'integer')).as('key'))
    .where('parent_key', '=', '')
    .executeTakeFirst();
  const key = org.id === ORG.DEFAULT ? '1' : String((last?.key ?? 1) + 1);
  return insertNode(ctx, { id: randomUUID(), org_id: org.id, key, value: org.name, full_value: `/${org.name}`, parent_key: '' });
}

/** Called when an organisation is made; returns the node's id. */
export const createRootNode = async (ctx: Context, org: { id: string; name: string }): Promise<string> => (await rootNode(ctx, org)).id;

/** The root node follows the name of its organisation, and so do all paths below it. */
export async function renameRootNode(ctx: Context, org: { id: string; name: string }): Promise<void> {
  const root = await rootNode(ctx, org);
  await ctx.tx.updateTable('nodes').set({ value: org.name }).where('id', '=', root.id).execute();
  await rewritePaths(ctx, root.key, root.full_value, `/${org.name}`);
}

/** An organisation that is deleted holds nothing but its root node, which goes with it. */
export async function deleteRootNode(ctx: Context, org: { id: string }): Promise<void> {
  await ctx.tx
    .deleteFrom('nodes as n')
    .where(ofOrganisation(org.id, at('n')))
    .where('n.parent_key', '=', '')
    .execute();
}

/** Root of the current organisation. */
export const ownRoot = (ctx: Context): Promise<NodeRow> => {
  if (ctx.org.isRoot) throw new CodedError('root_org_readonly');
  return rootNode(ctx, ctx.org);
};

async function insertNode(ctx: Context, row: NodeRow): Promise<NodeRow> {
  const { name } = ctx.actor;
  await ctx.tx
    .insertInto('nodes')
    .values({ ...row, created_by: name, updated_by: name })
    .execute();
  return row;
}

/**
 * One writer at a time changes the shape of an organisation's tree: keys are given, moved and removed under a lock on
 * its root row. Adding assets only takes key-share locks and is not held up.
 */
export async function lockTree(ctx: Context, orgId: string): Promise<void> {
  await ctx.tx
    .selectFrom('nodes as n')
    .select('n.id')
    .where(ofOrganisation(orgId, at('n')))
    .where('n.parent_key', '=', '')
    .forNoKeyUpdate()
    .execute();
}

/** Takes the next child key of a parent; the tree must be locked. */
export async function nextKey(ctx: Context, parentId: string): Promise<{ key: string; parent: NodeRow }> {
  const taken = await ctx.tx
    .updateTable('nodes')
    .set((eb) => ({ child_mark: eb('child_mark', '+', 1) }))
    .where('id', '=', parentId)
    .returning([...COLUMNS, 'child_mark'])
    .$narrowType<Named>()
    .executeTakeFirst();
  if (!taken) throw new CodedError('object_does_not_exist', { resource: 'node' });
  const { child_mark: next, ...parent } = taken;
  const key = `${parent.key}:${next - 1}`;
  if (key.length > keyLimit) throw InvalidInput.on('value', 'max_length', { max: keyLimit });
  return { key, parent };
}

/** No sibling may carry the same name. */
export async function refuseSibling(ctx: Context, parentKey: string, value: string, except: string | null): Promise<void> {
  const sibling = await selectNodes(ctx)
    .where('n.parent_key', '=', parentKey)
    .where('n.value', '=', value)
    .where('n.id', 'is distinct from', except)
    .limit(1)
    .executeTakeFirst();
  if (sibling) throw InvalidInput.on('value', 'unique');
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
  return selectNodes(ctx)
    .where('n.full_value', '=', path)
    .where((eb) => within(eb.ref('n.key'), root.key))
    .executeTakeFirst();
}

/** Finds the node of a path, creating what is missing. */
export async function ensurePath(ctx: Context, root: NodeRow, parts: readonly string[]): Promise<NodeRow> {
  if (parts.length > 30) throw InvalidInput.on('full_value', 'too_many', { max: 30 });
  let place = root;
  for (const part of parts) {
    const value = checkValue(part);
    const known = await selectNodes(ctx).where('n.parent_key', '=', place.key).where('n.value', '=', value).executeTakeFirst();
    place = known ?? (await createChild(ctx, place, value));
  }
  return place;
}
