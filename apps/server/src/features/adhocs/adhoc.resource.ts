import { CodedError } from '@postern/contract/errors';
import { text as words } from '@postern/contract/text';
import {
  at,
  type Behaviour,
  boolean,
  type Context,
  computed,
  defineResource,
  eb,
  labelled,
  type Row,
  type RowOf,
  rowsOf,
  text,
} from '@postern/resource';
import { limitKept } from '../../platform/kept.ts';

/** Commands one person keeps in an organisation. */
const MAX_KEPT = 500;

/** What a command is written in. */
export const MODULES = [
  { value: 'shell', label: words('Shell', 'Shell 命令', 'シェル') },
  { value: 'win_shell', label: words('PowerShell', 'PowerShell 命令', 'PowerShell コマンド') },
  { value: 'python', label: words('Python', 'Python 脚本', 'Python スクリプト') },
  { value: 'sql', label: words('SQL', 'SQL 语句', 'SQL 文') },
] as const;

/**
 * Commands that people keep by name: own ones, and those that others share in the organisation, which only their owner changes
 * (docs/wire/jobs.md#kept-commands). `is_shared` is ours: clients that do not ask for it keep what is theirs alone.
 */
export const adhoc = defineResource({
  name: 'adhoc',
  app: 'ops',
  path: 'adhocs',
  table: 'adhocs',
  label: words('Command template', '命令模板', 'コマンドテンプレート'),
  labelPlural: words('Command templates', '命令模板', 'コマンドテンプレート'),
  scope: 'org',
  base: ['date_created', 'date_updated'],
  fields: {
    name: text({ label: words('Name', '名称', '名前'), required: true, max: 128, search: true, filter: true }),
    module: labelled({
      label: words('Module', '模块', 'モジュール'),
      default: 'shell',
      choices: MODULES,
    }),
    args: text({ label: words('Command', '命令', 'コマンド'), max: 8192, default: '', multiline: true }),
    is_shared: boolean({
      label: words('Shared', '共享', '共有'),
      help: words(
        'Everyone in the organisation may use it; only its owner changes it.',
        '组织内所有人可用，仅所有者可修改。',
        '組織の全員が使えます。変更できるのは所有者だけです。',
      ),
      default: false,
    }),
    comment: text({ label: words('Comment', '备注', '備考'), multiline: true, max: 1024, default: '', search: true, order: false }),
    creator: computed({ label: words('Owner', '所有者', '所有者'), type: 'string' }),
  },
  columns: { creator_id: 'uuid not null references users (id) on delete cascade' },
  indexes: ['creator_id'],
  order: 'name',
  uniqueTogether: [['creator_id', 'name']],
  mini: ['id', 'name'],
  small: ['id', 'name', 'module', 'args', 'is_shared', 'comment'],
});

type Adhoc = RowOf<typeof adhoc>;
/** The kernel knows resources by their definitions only and hands out rows of any; here they are kept commands. */
const asAdhoc = (row: Row | undefined): Adhoc | undefined => row as Adhoc | undefined;

/** Own ones, and what others share. */
const adhocRows = rowsOf(adhoc, (ctx, t) => eb.or([eb(t('creator_id'), '=', ctx.actor.id), eb(t('is_shared'), '=', true)]));

/** How many commands the person keeps here. */
const keptBy = (ctx: Context) =>
  ctx.tx
    .selectFrom('adhocs as a')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where(adhocRows(ctx, 'a'))
    .where('a.creator_id', '=', ctx.actor.id)
    .executeTakeFirstOrThrow();

/** Commands of an organisation go with it: most are in nobody else's view, so nobody could clear them away before. */
export const forgetAdhocs = async ({ tx }: Context, organisation: { id: string }): Promise<void> =>
  void (await tx
    .deleteFrom('adhocs as a')
    .where(eb(at('a')('org_id'), '=', organisation.id))
    .execute());

export const adhocBehaviour: Behaviour = {
  rows: adhocRows,
  async prepare(ctx, { values, verb, ...write }) {
    const before = asAdhoc(write.before);
    if (before && before.creator_id !== ctx.actor.id) throw new CodedError('permission_denied');
    if (verb !== 'create') return;
    values.creator_id = ctx.actor.id;
    await limitKept(ctx, { what: 'adhocs', write, count: () => keptBy(ctx), max: MAX_KEPT });
  },
  async deleting(ctx, rows, { bulk }) {
    const own = rows.filter((row) => asAdhoc(row)?.creator_id === ctx.actor.id);
    if (!bulk && own.length < rows.length) throw new CodedError('permission_denied');
    return own;
  },
  computed: {
    creator: async (_ctx, rows) => new Map(rows.map((row) => [String(row.id), asAdhoc(row)?.creator_id])),
  },
};
