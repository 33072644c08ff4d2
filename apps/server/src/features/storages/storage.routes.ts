import { CodedError, InvalidInput } from '@postern/contract/errors';
import { render, text } from '@postern/contract/text';
import { and, can, filtered, ok, readBody, route, visible } from '@postern/resource';
import { shown, treeShape } from '../../platform/shown.ts';
import { commandStorage } from './storage.resources.ts';

const TITLE = text('Command storages', '命令存储', 'コマンドの保存先');

const nodes = treeShape(TITLE);

/** The logs there are, with the number of commands in each that this person could list. */
const tree = route({
  method: 'GET',
  path: '/api/v1/terminal/command-storages/tree/',
  name: 'terminal.commandstorage.tree',
  who: can('terminal.view_commandstorage | terminal.view_command'),
  rows: { of: [commandStorage] },
  answer: { ...nodes, fields: { ...nodes.fields, valid: shown(text('Usable', '可用', '使用可能'), 'boolean') } },
  async handle(ctx, { request, kernel }) {
    const command = kernel.byName('command');
    const { command_storage_id: _which, ...narrow } = request.query;
    const conditions = [...visible(command, ctx), ...(await filtered(kernel, command, ctx, narrow))];
    const { n } = await ctx.tx
      .selectFrom('commands as t')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where(and(...conditions))
      .executeTakeFirstOrThrow();
    const rows = await ctx.tx
      .selectFrom('command_storages')
      .select(['id', 'name', 'type'])
      .where('type', '<>', 'null')
      .orderBy('name')
      .execute();
    const root = render(TITLE, ctx.language);
    const leaves = rows.map(({ id, name, type }) => {
      const label = `${name}(${type})(${n})`;
      return { id, name: label, title: label, pId: 'root', isParent: false, open: false, valid: true, meta: { type: 'command_storage' } };
    });
    return ok([...leaves, { id: 'root', name: root, title: root, pId: '', isParent: true, open: true, meta: { type: 'root' } }]);
  },
});

/**
 * Every log but the server's would be one that nothing here reads; who asks for one is told so by name. It declares no body: there would
 * be a form for what is refused.
 */
const create = route({
  method: 'POST',
  path: '/api/v1/terminal/command-storages/',
  name: 'terminal.commandstorage.create',
  who: can('terminal.add_commandstorage'),
  rows: { none: 'nothing is made' },
  async handle(ctx, { request, kernel }) {
    readBody(kernel.byName(commandStorage.name), ctx, request.body, { verb: 'create', partial: false });
    throw InvalidInput.on('type', 'invalid_choice', { value: '' });
  },
});

const remove = route({
  method: 'DELETE',
  path: '/api/v1/terminal/command-storages/:id/',
  name: 'terminal.commandstorage.delete',
  who: can('terminal.delete_commandstorage'),
  rows: { one: commandStorage },
  errors: ['storage_in_use'],
  async handle() {
    throw new CodedError('storage_in_use');
  },
});

/** Calls of command storages that are no verb of theirs. */
export const storageRoutes = [tree, create, remove];
