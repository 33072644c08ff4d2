import { InvalidInput } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import { can, manyToMany, ownId, type Route, text } from '@postern/resource';
import { creation } from '../../platform/routes/creation.ts';
import { links } from '../../platform/routes/links.ts';
import { ownList } from '../../platform/routes/list.ts';
import { answerShape, WORDS } from '../../platform/shown.ts';
import { node } from './node.resource.ts';
import { checkValue, createChild, findNode, needNode } from './node.service.ts';
import { childrenOf, wireNode } from './node-list.ts';
import { moveNodes } from './node-moves.ts';
import { searched, start, word } from './query-fields.ts';

/** What is done with one node and its children (docs/wire/assets.md#nodes). */

const NODES = '/api/v1/assets/nodes/';
const listed = { all: word(words('All below', '包含所有下级', '配下すべて')), search: searched };

const topLevel = ownList({
  path: `${NODES}children/`,
  name: 'assets.node.childrenOf',
  who: can('assets.view_node'),
  rows: { of: [node] },
  query: { ...start, ...listed },
  answer: { rows: 'node' },
  async items(ctx, { query }) {
    const given = query.id || query.key;
    const parent = given ? await findNode(ctx, given) : undefined;
    return given && !parent ? [] : childrenOf(ctx, query, parent);
  },
  wire: wireNode,
});

const children = ownList({
  path: `${NODES}:id/children/`,
  name: 'assets.node.children',
  who: can('assets.view_node'),
  rows: { one: node },
  query: listed,
  answer: { rows: 'node' },
  items: async (ctx, { row, query }) => childrenOf(ctx, query, await needNode(ctx, row.id)),
  wire: wireNode,
});

const newChild = creation({
  path: `${NODES}:id/children/`,
  name: 'assets.node.addChild',
  drawn: { rows: 'node' },
  who: can('assets.add_node'),
  rows: { one: node },
  // Without a body, as with an empty one, the server chooses id and name.
  bodyOptional: true,
  body: {
    id: ownId({ label: WORDS.id, nullable: true }),
    // An empty name is refused by `checkValue`; without one the child is called by its number.
    value: text({ label: WORDS.name, nullable: true, blank: true }),
  },
  answer: { rows: 'node' },
  async create(ctx, { row, body: { id, value } }) {
    if (id && (await ctx.tx.selectFrom('nodes').select('id').where('id', '=', id).executeTakeFirst()))
      throw InvalidInput.on('id', 'unique');
    const name = value === undefined || value === null ? undefined : checkValue(value);
    return wireNode(await createChild(ctx, await needNode(ctx, row.id), name, id ?? undefined), ctx);
  },
});

const moveHere = links({
  path: `${NODES}:id/children/add/`,
  name: 'assets.node.moveHere',
  answer: answerShape({ enum: ['OK'] }),
  who: can('assets.change_node'),
  on: node,
  ids: {
    nodes: manyToMany('node', {
      label: WORDS.node,
      required: true,
      // Nothing is stored by this: a child knows its parent by its key.
      through: { table: 'nodes', mine: 'parent_key', theirs: 'key' },
      judged: 'by the resource',
    }),
  },
  errors: ['object_does_not_exist', 'conflict'],
  async link(ctx, { row, body }) {
    await moveNodes(ctx, await needNode(ctx, row.id), body.nodes);
    return 'OK';
  },
});

export const nodeRoutes: readonly Route[] = [topLevel, children, newChild, ...moveHere];
