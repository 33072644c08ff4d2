import { CodedError, InvalidInput } from '@postern/contract/errors';
import { isReserved, parseUuid } from '@postern/contract/ids';
import { render, type Text, text } from '@postern/contract/text';
import { type Context, defineBehaviour, ok, type Removal, type Request, type Row, type Write } from '@postern/resource';
import { sql } from 'kysely';
import {
  checkValue,
  createChild,
  ensurePath,
  findNode,
  lockTree,
  type NodeRow,
  ownRoot,
  placeChild,
  refuseSibling,
  rewritePaths,
  segments,
} from './node.service.ts';
import { addAssets, removeAssets, replaceAssets } from './node-assets.ts';
import { childrenList, wireNode } from './node-list.ts';
import { deleteBelow, holdsAssets, moveNodes } from './node-moves.ts';

const says = {
  rootName: text('The root node carries the name of its organisation.', '根节点随组织命名。', 'ルートノードの名前は組織の名前に従います。'),
  rootStays: text('The root node cannot be deleted.', '根节点不能删除。', 'ルートノードは削除できません。'),
  holdsAssets: text(
    'The node or one below it still holds assets.',
    '该节点或其下级节点中仍有资产。',
    'このノードまたは配下のノードにアセットが残っています。',
  ),
};

/** Refusals of this resource answer `{error}` (docs/wire/assets.md#nodes). */
const refused = (code: 'error' | 'permission_denied', ctx: Context, why: Text) =>
  new CodedError(code, {}, { body: { error: render(why, ctx.language) } });

async function prepare(ctx: Context, write: Write): Promise<void> {
  const { values, before } = write;
  if (write.verb === 'create') {
    const root = await ownRoot(ctx);
    const path = typeof values.full_value === 'string' ? segments(values.full_value, root.value) : [];
    const value = path.pop() ?? values.value;
    const parent = await ensurePath(ctx, root, path);
    Object.assign(values, await placeChild(ctx, parent, value === undefined || value === null ? undefined : checkValue(value)));
    return;
  }
  delete values.full_value;
  if (values.value === undefined || !before || values.value === before.value) return;
  const row = (await findNode(ctx, String(before.id))) as NodeRow;
  if (row.parent_key === '') throw refused('error', ctx, says.rootName);
  await lockTree(ctx, row.org_id);
  const value = checkValue(values.value);
  await refuseSibling(ctx, row.parent_key, value, row.id);
  const to = `${row.full_value.slice(0, row.full_value.length - row.value.length)}${value}`;
  await rewritePaths(ctx, row.key, row.full_value, to);
  values.full_value = to;
}

/** Single: the root and nodes with assets below are refused. Bulk: such nodes are skipped. */
async function deleting(ctx: Context, rows: readonly Row[], { bulk }: Removal): Promise<readonly Row[]> {
  const going: Row[] = [];
  for (const row of rows) {
    const found = await findNode(ctx, String(row.id));
    if (!found) continue;
    await lockTree(ctx, found.org_id);
    if (found.parent_key !== '' && !(await holdsAssets(ctx, found.key))) going.push(row);
    else if (!bulk) throw refused('permission_denied', ctx, found.parent_key === '' ? says.rootStays : says.holdsAssets);
  }
  for (const row of going) await deleteBelow(ctx, String(row.key));
  return going;
}

const target = (row: Row | undefined): string => String(row?.id);

async function needTarget(ctx: Context, row: Row | undefined): Promise<NodeRow> {
  const found = await findNode(ctx, target(row));
  if (!found) throw new CodedError('object_does_not_exist', { resource: 'node' });
  return found;
}

function idList(request: Request, field: 'nodes' | 'assets'): string[] {
  const given = (request.body as Record<string, unknown> | null)?.[field];
  if (!Array.isArray(given)) throw InvalidInput.on(field, given === undefined ? 'required' : 'not_a_list');
  if (given.length > 10_000) throw InvalidInput.on(field, 'too_many', { max: 10_000 });
  return given.map((entry: unknown) => {
    const id = parseUuid(
      typeof entry === 'object' && entry !== null
        ? ((entry as Record<string, unknown>).pk ?? (entry as Record<string, unknown>).id)
        : entry,
    );
    if (!id) throw InvalidInput.on(field, 'invalid_uuid', { value: String(entry).slice(0, 64) });
    return id;
  });
}

const answerAssets = (ctx: Context, assets: readonly string[]) => ok({ assets, org_id: ctx.org.id, org_name: ctx.org.name });

export const nodeBehaviour = defineBehaviour({
  prepare,
  deleting,
  filters: {
    id: (_ctx, value) => (parseUuid(value) ? sql`t.id = ${parseUuid(value)}` : sql`false`),
  },
  actions: {
    children: async (ctx, request, row) => ok(await childrenList(ctx, request, await needTarget(ctx, row))),
    async addChild(ctx, request, row) {
      const body = (request.body ?? {}) as Record<string, unknown>;
      const id = parseUuid(body.id);
      if (id && isReserved(id)) throw InvalidInput.on('id', 'reserved_id');
      if (id && (await sql`select 1 from nodes where id = ${id}`.execute(ctx.tx)).rows.length > 0) throw InvalidInput.on('id', 'unique');
      const value = body.value === undefined || body.value === null ? undefined : checkValue(body.value);
      return ok(wireNode(await createChild(ctx, await needTarget(ctx, row), value, id), ctx), 201);
    },
    async moveHere(ctx, request, row) {
      await moveNodes(ctx, await needTarget(ctx, row), idList(request, 'nodes'));
      return ok('OK');
    },
    async addAssets(ctx, request, row) {
      const ids = idList(request, 'assets');
      await addAssets(ctx, await needTarget(ctx, row), ids);
      return answerAssets(ctx, ids);
    },
    async removeAssets(ctx, request, row) {
      const ids = idList(request, 'assets');
      await removeAssets(ctx, await needTarget(ctx, row), ids);
      return answerAssets(ctx, ids);
    },
    async replaceAssets(ctx, request, row) {
      const ids = idList(request, 'assets');
      await replaceAssets(ctx, await needTarget(ctx, row), ids);
      return answerAssets(ctx, ids);
    },
  },
});
