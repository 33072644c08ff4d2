import { render, text } from '@postern/contract/text';
import { and, type Context, can, eb, filtered, type Kernel, type Query, sizeOf, visible } from '@postern/resource';
import { tree } from '../../platform/routes/tree.ts';
import { shown } from '../../platform/shown.ts';
import { type CommandLogs, ELASTIC, logOf } from '../command-log/index.ts';
import { commandStorage } from './storage.resources.ts';

const TITLE = text('Command storages', '命令存储', 'コマンドの保存先');
const INVALID = text('unavailable', '不可用', '利用不可');

/** Commands of the table that a query leaves and that are on their way into a storage, by that storage. They are few. */
async function leaving(ctx: Context, kernel: Kernel, query: Query): Promise<Map<string, number>> {
  const command = kernel.byName('command');
  const conditions = [...visible(command, ctx), ...(await filtered(kernel, command, ctx, query))];
  const rows = await ctx.tx
    .selectFrom('commands as t')
    .select(({ fn, ref }) => [ref('t.storage_id').$notNull().as('storage_id'), fn.countAll<number>().as('n')])
    .where('t.storage_id', 'is not', null)
    .where(and(...conditions))
    .groupBy('t.storage_id')
    .execute();
  return new Map(rows.map(({ storage_id, n }) => [storage_id, n]));
}

/** A number as the tree tells it: with a plus where it was counted no further. */
const told = (count: number, more: boolean): string => `${count}${more ? '+' : ''}`;

/** The logs there are, with the number of commands in each that this person could list. */
const nodes = (logs: CommandLogs) =>
  tree({
    path: '/api/v1/terminal/command-storages/tree/',
    name: 'terminal.commandstorage.tree',
    who: can('terminal.view_commandstorage | terminal.view_command'),
    rows: { of: [commandStorage] },
    title: TITLE,
    fields: { valid: shown(text('Usable', '可用', '使用可能'), 'boolean', { sometimes: true }) },
    async nodes(ctx, { request, kernel }) {
      const { command_storage_id: _which, ...narrow } = request.query;
      const rows = await ctx.tx
        .selectFrom('command_storages')
        .select(['id', 'name', 'type', 'meta', 'secrets'])
        .where('type', '<>', 'null')
        .orderBy(eb('type', '=', 'server'), 'desc')
        .orderBy('name')
        .execute();
      const elsewhere = rows.some(({ type }) => type === ELASTIC);
      const [all, going] = await Promise.all([
        sizeOf(kernel, kernel.byName('command'), ctx, narrow),
        elsewhere ? leaving(ctx, kernel, narrow) : new Map<string, number>(),
      ]);
      const here = [...going.values()].reduce((rest, n) => rest - n, all.count);
      const there = await Promise.all(rows.map((row) => (row.type === ELASTIC ? logs.count(ctx, logOf(ctx, row), narrow) : 0)));
      const root = render(TITLE, ctx.language);
      const leaves = rows.map(({ id, name, type }, at) => {
        const outside = there[at];
        const valid = outside !== undefined;
        const inTable = type === ELASTIC ? { count: going.get(id) ?? 0, more: false } : { ...all, count: all.more ? all.count : here };
        const label = `${name}(${type})(${valid ? told(inTable.count + outside, inTable.more) : render(INVALID, ctx.language)})`;
        return { id, name: label, title: label, pId: 'root', isParent: false, open: false, valid, meta: { type: 'command_storage' } };
      });
      return [...leaves, { id: 'root', name: root, title: root, pId: '', isParent: true, open: true, meta: { type: 'root' } }];
    },
  });

/** Calls of command storages that are no verb of theirs. */
export const storageRoutes = (logs: CommandLogs) => [nodes(logs)];
