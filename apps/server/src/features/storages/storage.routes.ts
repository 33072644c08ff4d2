import { render, text } from '@postern/contract/text';
import { and, type Context, can, eb, filtered, type Kernel, type Query, visible } from '@postern/resource';
import { tree } from '../../platform/routes/tree.ts';
import { shown } from '../../platform/shown.ts';
import { type CommandLogs, ELASTIC, logOf } from '../command-log/index.ts';
import { commandStorage } from './storage.resources.ts';

const TITLE = text('Command storages', '命令存储', 'コマンドの保存先');
const INVALID = text('unavailable', '不可用', '利用不可');

/** Commands of the table that a query leaves, by the storage that they are on their way into; null for those that stay. */
async function counted(ctx: Context, kernel: Kernel, query: Query): Promise<Map<string | null, number>> {
  const command = kernel.byName('command');
  const conditions = [...visible(command, ctx), ...(await filtered(kernel, command, ctx, query))];
  const rows = await ctx.tx
    .selectFrom('commands as t')
    .select(({ fn }) => ['t.storage_id', fn.countAll<number>().as('n')])
    .where(and(...conditions))
    .groupBy('t.storage_id')
    .execute();
  return new Map(rows.map(({ storage_id, n }) => [storage_id, Number(n)]));
}

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
      const here = await counted(ctx, kernel, narrow);
      const rows = await ctx.tx
        .selectFrom('command_storages')
        .select(['id', 'name', 'type', 'meta', 'secrets'])
        .where('type', '<>', 'null')
        .orderBy(eb('type', '=', 'server'), 'desc')
        .orderBy('name')
        .execute();
      const there = await Promise.all(rows.map((row) => (row.type === ELASTIC ? logs.count(ctx, logOf(ctx, row), narrow) : 0)));
      const root = render(TITLE, ctx.language);
      const leaves = rows.map(({ id, name, type }, at) => {
        const outside = there[at];
        const valid = outside !== undefined;
        const told = valid ? String(outside + (here.get(type === ELASTIC ? id : null) ?? 0)) : render(INVALID, ctx.language);
        const label = `${name}(${type})(${told})`;
        return { id, name: label, title: label, pId: 'root', isParent: false, open: false, valid, meta: { type: 'command_storage' } };
      });
      return [...leaves, { id: 'root', name: root, title: root, pId: '', isParent: true, open: true, meta: { type: 'root' } }];
    },
  });

/** Calls of command storages that are no verb of theirs. */
export const storageRoutes = (logs: CommandLogs) => [nodes(logs)];
