import { CodedError, InvalidInput } from '@postern/contract/errors';
import { render, text } from '@postern/contract/text';
import { and, can, filtered, readBody, reader, visible } from '@postern/resource';
import { refused } from '../../platform/routes/refused.ts';
import { tree } from '../../platform/routes/tree.ts';
import { shown } from '../../platform/shown.ts';
import { commandStorage } from './storage.resources.ts';

const TITLE = text('Command storages', '命令存储', 'コマンドの保存先');

/** The logs there are, with the number of commands in each that this person could list. */
const nodes = tree({
  path: '/api/v1/terminal/command-storages/tree/',
  name: 'terminal.commandstorage.tree',
  who: can('terminal.view_commandstorage | terminal.view_command'),
  rows: { of: [commandStorage] },
  title: TITLE,
  fields: { valid: shown(text('Usable', '可用', '使用可能'), 'boolean', { sometimes: true }) },
  async nodes(ctx, { request, kernel }) {
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
    return [...leaves, { id: 'root', name: root, title: root, pId: '', isParent: true, open: true, meta: { type: 'root' } }];
  },
});

/** Every log but the server's would be one that nothing here reads; who asks for one is told so by name. */
const create = refused({
  method: 'POST',
  path: '/api/v1/terminal/command-storages/',
  name: 'terminal.commandstorage.create',
  who: can('terminal.add_commandstorage'),
  rows: { none: 'nothing is made' },
  // What is wrong with the rest of it is told first.
  body: reader({ rows: commandStorage.name }, (given, ctx, kernel) =>
    readBody(kernel.byName(commandStorage.name), ctx, given, { verb: 'create', partial: false }),
  ),
  why: () => InvalidInput.on('type', 'invalid_choice', { value: '' }),
});

const remove = refused({
  method: 'DELETE',
  path: '/api/v1/terminal/command-storages/:id/',
  name: 'terminal.commandstorage.delete',
  who: can('terminal.delete_commandstorage'),
  rows: { one: commandStorage },
  errors: ['storage_in_use'],
  why: () => new CodedError('storage_in_use'),
});

/** Calls of command storages that are no verb of theirs. */
export const storageRoutes = [nodes, create, remove];
