import { ROLE } from '@postern/contract/ids';
import type { Matcher } from '@postern/contract/matcher';
import { text } from '@postern/contract/text';
import { rewritten } from '@postern/pattern';
import { type Context, changes, defineTable, type Kernel } from '@postern/resource';
import type { Messenger } from '../notifications/index.ts';
import { rewrite } from './acl.queries.ts';
import { PATTERNED, type Patterned, type PatternRow, patternRows, problemOfRule, unreadableRules } from './unreadable-rules.ts';

/** Which dialects the patterns of stored rules were looked through with. */
export const patternChecks = defineTable({
  name: 'pattern_checks',
  columns: { dialect: 'text primary key', date_checked: 'timestamptz not null' },
});

const DIALECT = 're2';
/** Names in one message. */
const MAX_NAMED = 50;

const SUBJECT = text(
  '{count} access rules cannot be read and fail closed',
  '{count} 条访问规则无法识别，已按最严格方式处理',
  '{count} 件のアクセスルールを読み取れないため、厳しい側に扱います',
);
const MESSAGE = text(
  `<p>Patterns are now matched in linear time (RE2), without looking ahead or behind and without references back. These rules and command groups
use what it does not have: <b>{names}</b>.</p><p>Until they are corrected, what refuses or reviews refuses everything that it might mean, and what
permits permits nothing.</p><p><a href="/ui/console/perms/cmd-acls?activeTab=CommandGroup">Open command groups</a></p>`,
  `<p>表达式现在以线性时间匹配（RE2），不支持环视与反向引用。以下规则和命令组使用了不支持的语法：<b>{names}</b>。</p><p>更正之前，拒绝和审核类规则会拒绝其可能涉及的一切，
允许类规则不允许任何内容。</p><p><a href="/ui/console/perms/cmd-acls?activeTab=CommandGroup">打开命令组</a></p>`,
  `<p>正規表現は線形時間（RE2）で照合されるようになり、先読み・後読みと後方参照は使えません。次のルールとコマンドグループは読み取れません：<b>{names}</b>。</p>
<p>修正されるまで、拒否・承認のルールは該当しうるものをすべて拒否し、許可のルールは何も許可しません。</p>
<p><a href="/ui/console/perms/cmd-acls?activeTab=CommandGroup">コマンドグループを開く</a></p>`,
);

function anew(matcher: Matcher | undefined): Matcher | undefined {
  if (matcher?.type !== 'attrs') return matcher;
  const attrs = matcher.attrs.map((rule) =>
    rule.match === 'regex' && typeof rule.value === 'string' ? { ...rule, value: rewritten(rule.value, 'postgresql') } : rule,
  );
  return { ...matcher, attrs };
}

/** What of a rule is written anew. */
type Anew = Pick<PatternRow, 'content' | 'users' | 'assets'>;

/** A rule in the spelling of RE2; undefined when that is not enough, or nothing was wrong. */
function translated(kind: Patterned, row: PatternRow): Anew | undefined {
  if (!problemOfRule(kind, row)) return undefined;
  const next: Anew =
    row.content !== undefined
      ? { content: rewritten(row.content, 'javascript') }
      : Object.fromEntries(kind.matchers.map((name) => [name, anew(row[name])]));
  return problemOfRule(kind, { ...row, ...next }) ? undefined : next;
}

const state = (row: PatternRow) => ({ row: { ...row }, links: new Map() });

async function translate(ctx: Context, kernel: Kernel, kind: Patterned): Promise<void> {
  const resource = kernel.byName(kind.name);
  for (const row of await patternRows(ctx, kernel, kind)) {
    const next = translated(kind, row);
    if (!next) continue;
    await rewrite(ctx, resource.table, row.id, { ...next });
    ctx.audit({
      action: 'update',
      resourceType: resource.name,
      resourceId: row.id,
      resource: row.name,
      changes: await changes(resource, ctx, state(row), state({ ...row, ...next })),
      ...(row.org_id ? { orgId: row.org_id } : {}),
    });
  }
}

/**
 * Looks once through the patterns that other engines read before: what means the same in another spelling is written anew, and
 * system administrators are told of the rest.
 */
export async function checkPatterns(ctx: Context, kernel: Kernel, messenger: Messenger): Promise<void> {
  const first = await ctx.tx
    .insertInto('pattern_checks')
    .values({ dialect: DIALECT, date_checked: ctx.clock() })
    .onConflict((clash) => clash.doNothing())
    .returning('dialect')
    .executeTakeFirst();
  if (!first) return;
  for (const kind of PATTERNED) await translate(ctx, kernel, kind);
  const found = await unreadableRules(ctx, kernel);
  if (found.length === 0) return;
  for (const { resource, id, name, problem } of found)
    ctx.log.warn({ resource, id, name, problem }, 'a rule cannot be read: it fails closed');
  const people = await ctx.tx.selectFrom('role_bindings').select('user_id').distinct().where('role_id', '=', ROLE.SYSTEM_ADMIN).execute();
  const names = found.slice(0, MAX_NAMED).map(({ name }) => name);
  await messenger.send(
    ctx,
    people.map((row) => row.user_id),
    {
      subject: SUBJECT,
      message: MESSAGE,
      params: { count: found.length, names: names.join(', ') + (found.length > MAX_NAMED ? ' …' : '') },
    },
  );
}
