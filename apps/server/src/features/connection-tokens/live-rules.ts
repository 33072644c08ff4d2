import { ACTION, actionsOf } from '@postern/contract/actions';
import type { LiveRules } from '@postern/contract/component';
import { parseUuid } from '@postern/contract/ids';
import { text as t } from '@postern/contract/text';
import {
  among,
  type BodyOf,
  type Context,
  FLAG_SCHEMA,
  INTEGER_SCHEMA,
  type Kernel,
  listSchema,
  nestedList,
  objectSchema,
  ok,
  recordSchema,
  type Schema,
  TEXT_SCHEMA,
  text,
  uuid,
} from '@postern/resource';
import { report } from '../../platform/routes/report.ts';
import { answerShape, NO_VALUE, WORDS } from '../../platform/shown.ts';
import { commandFilters, decideAssetLogin, methodRules } from '../acls/index.ts';
import { accountsFor, type UsableAccount } from '../permissions/index.ts';
import { FILTERS } from './secret-shape.ts';
import { activeAsset } from './token.queries.ts';
import { hasExpired, ruleTarget, validUser } from './token.service.ts';

/** Questions to the database at the same time. */
const AT_ONCE = 6;

/** A live session, with the account and the way that it was opened with. */
const QUESTION = {
  id: uuid({ label: WORDS.id, required: true }),
  account: text({ label: t('Account', '账号', 'アカウント'), max: 256, default: '', blank: true }),
  method: text({ label: t('Connect method', '连接方式', '接続方法'), max: 64, default: '', blank: true }),
};
type Question = BodyOf<typeof QUESTION>;

/** Of the sessions asked about, the live ones that the calling component carries. */
const own = (ctx: Context, ids: readonly string[]) =>
  ctx.tx
    .selectFrom('sessions as s')
    .innerJoin('terminals as c', (join) => join.onRef('c.id', '=', 's.terminal_id').on('c.user_id', '=', ctx.actor.id))
    .select(['s.id', 's.user_id', 's.asset_id', 's.account_id', 's.remote_addr'])
    .where('s.is_finished', '=', false)
    .where(({ ref }) => among(ref('s.id'), ids))
    .execute();
type Live = Awaited<ReturnType<typeof own>>[number];

const once = <T>(work: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const found = known.get(key) ?? work(key);
    known.set(key, found);
    return found;
  };
};

const NO_PERMISSION: LiveRules = { refused: 'permission', rule: '' };

const opens = (account: UsableAccount): boolean => (account.actions & ACTION.connect) !== 0;

/**
 * What permissions and rules say about live sessions now, by session id: the checks of a new connection once more, for
 * the account, address and way it was opened with. A rule that asks for a review does not end what it would have been
 * asked for; it is there to be asked first (docs/decisions/0042).
 */
export async function liveRules(ctx: Context, kernel: Kernel, questions: readonly Question[]): Promise<Record<string, LiveRules>> {
  const asked = new Map(questions.map((question) => [question.id, question]));
  const rows = await own(ctx, [...asked.keys()]);
  const user = once((id) => validUser(ctx, id));
  const expired = once((id) => hasExpired(ctx, id));
  const asset = once((id) => activeAsset(ctx, id));
  const methods = once((id) => methodRules(ctx, kernel, id));

  async function judge(row: Live): Promise<LiveRules> {
    const question = asked.get(row.id);
    const [owner, target] = [parseUuid(row.user_id), await asset(row.asset_id)];
    const person = owner && (await user(owner));
    if (!person) return { refused: 'user', rule: '', expired: owner !== undefined && (await expired(owner)) };
    if (!target) return { refused: 'asset', rule: '' };
    const accounts = await accountsFor(ctx, person, target.id);
    const account = accounts.find((one) => (one.id === null ? one.alias === question?.account : one.id === row.account_id));
    if (!account || !opens(account)) return NO_PERMISSION;
    const barred = (await methods(person.id)).find((rule) => rule.connect_methods.includes(question?.method ?? ''));
    if (barred) return { refused: 'rule', rule: barred.name };
    const place = ruleTarget(target, account);
    const { action, rule } = await decideAssetLogin(ctx, kernel, person.id, place, row.remote_addr ?? '');
    if (action === 'reject') return { refused: 'rule', rule: rule?.name ?? '' };
    return {
      refused: null,
      command_filter_acls: await commandFilters(ctx, kernel, person.id, place),
      expire_at: Math.floor(account.dateExpired.getTime() / 1000),
      actions: actionsOf(account.actions).map(({ value }) => value),
      forward_to: account.forwardTo,
    };
  }

  const answers: Record<string, LiveRules> = {};
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE);
    const judged = await Promise.all(some.map(judge));
    for (const [n, row] of some.entries()) answers[row.id] = judged[n] ?? NO_PERMISSION;
  }
  return answers;
}

const RULES: Schema = {
  oneOf: [
    objectSchema({ refused: { enum: ['permission', 'rule', 'user', 'asset'] }, rule: TEXT_SCHEMA }, { expired: FLAG_SCHEMA }),
    objectSchema({
      refused: NO_VALUE,
      command_filter_acls: FILTERS,
      expire_at: INTEGER_SCHEMA,
      actions: listSchema(TEXT_SCHEMA),
      forward_to: listSchema(TEXT_SCHEMA),
    }),
  ],
};

/** Our own addition: other servers of this API tell of rules only when a session begins (decision 0042). */
export const liveRulesRoute = report({
  method: 'POST',
  path: '/api/v1/terminal/sessions/rules/',
  name: 'terminal.session.rules',
  answer: answerShape(recordSchema(RULES)),
  rows: { own: 'live sessions that the component carries' },
  // Only reads; questions run beside each other.
  transaction: false,
  // A component with more sessions than a list holds asks again.
  body: { sessions: nestedList(QUESTION, { label: t('Sessions', '会话', 'セッション'), required: true }) },
  take: async (ctx, { body, kernel }) => ok(await liveRules(ctx, kernel, body.sessions)),
});
