import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { render, type Text, text } from '@postern/contract/text';
import { type Behaviour, type Context, eb, NOBODY, type Removal, type Row, type Write } from '@postern/resource';
import { rewritePaths } from './node.queries.ts';
import {
  checkValue,
  ensurePath,
  findNode,
  lockTree,
  needNode,
  nodeRows,
  ownRoot,
  placeChild,
  refuseSibling,
  segments,
} from './node.service.ts';
import { deleteBelow, holdsAssets } from './node-moves.ts';

const messages = {
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
  const row = await needNode(ctx, String(before.id));
  if (row.parent_key === '') throw refused('error', ctx, messages.rootName);
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
    else if (!bulk) throw refused('permission_denied', ctx, found.parent_key === '' ? messages.rootStays : messages.holdsAssets);
  }
  for (const row of going) await deleteBelow(ctx, String(row.key));
  return going;
}

export const nodeBehaviour: Behaviour = {
  rows: nodeRows,
  prepare,
  deleting,
  filters: {
    id: (_ctx, value) => {
      const id = parseUuid(value);
      return id ? eb('t.id', '=', id) : NOBODY;
    },
  },
};
