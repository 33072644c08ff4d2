import { CodedError, InvalidInput } from '@postern/contract/errors';
import { render, text } from '@postern/contract/text';
import { all, can, fetchRow, filtered, from, type Kernel, ok, type Route, visible } from '@postern/resource';
import { sql } from 'kysely';
import { shown, treeShape } from '../../platform/shown.ts';
import { UNSUPPORTED } from './storage-types.ts';

const TITLE = text('Command storages', '命令存储', 'コマンドの保存先');

const nodes = treeShape(TITLE);

/** Calls of command storages that are no verb of theirs. */
export function storageRoutes(kernel: () => Kernel): Route[] {
  /** The logs there are, with the number of commands in each that this person could list. */
  const tree: Route = {
    method: 'GET',
    path: '/api/v1/terminal/command-storages/tree/',
    policy: can('terminal.view_commandstorage | terminal.view_command'),
    name: 'terminal.commandstorage.tree',
    shape: { ...nodes, fields: { ...nodes.fields, valid: shown(text('Usable', '可用', '使用可能'), 'boolean') } },
    async handle(ctx, { query }) {
      const command = kernel().byName('command');
      const { command_storage_id: _which, ...narrow } = query;
      const conditions = [...visible(command, ctx), ...(await filtered(kernel(), command, ctx, narrow))];
      const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from ${from(command)} where ${all(conditions)}`.execute(
        ctx.tx,
      );
      const { rows } = await sql<{ id: string; name: string; type: string }>`
        select id, name, type from command_storages where type <> 'null' order by name`.execute(ctx.tx);
      const root = render(TITLE, ctx.language);
      const leaves = rows.map(({ id, name, type }) => {
        const label = `${name}(${type})(${counted[0]?.n ?? 0})`;
        return { id, name: label, title: label, pId: 'root', isParent: false, open: false, valid: true, meta: { type: 'command_storage' } };
      });
      return ok([...leaves, { id: 'root', name: root, title: root, pId: '', isParent: true, open: true, meta: { type: 'root' } }]);
    },
  };
  /** Every log but the server's would be one that nothing here reads; who asks for one is told so by name. */
  const create: Route = {
    method: 'POST',
    path: '/api/v1/terminal/command-storages/',
    policy: can('terminal.add_commandstorage'),
    name: 'terminal.commandstorage.create',
    async handle(_ctx, { body, query }) {
      const given = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>).type : undefined;
      const type = String((given as { value?: unknown } | undefined)?.value ?? given ?? query.type ?? '').slice(0, 64);
      throw InvalidInput.on('type', UNSUPPORTED.has(type) ? 'storage_unsupported' : 'invalid_choice', { value: type });
    },
  };
  const remove: Route = {
    method: 'DELETE',
    path: '/api/v1/terminal/command-storages/:id/',
    policy: can('terminal.delete_commandstorage'),
    name: 'terminal.commandstorage.delete',
    async handle(ctx, { params }) {
      await fetchRow(kernel().byName('commandstorage'), ctx, String(params.id));
      throw new CodedError('storage_in_use');
    },
  };
  return [tree, create, remove];
}
