import { ACTION } from '@postern/contract/actions';
import type { LiveRules } from '@postern/contract/component';
import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, type Kernel, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';
import { commandFilters, decideAssetLogin, methodRules } from '../acls/index.ts';
import { accountsFor, type UsableAccount } from '../permissions/index.ts';
import { activeAsset, ruleTarget, validUser } from './token.service.ts';

/** Sessions of one request. A component with more asks again. */
const MAX_SESSIONS = 200;
/** Questions to the database at the same time. */
const AT_ONCE = 6;

const shape = z.object({
  sessions: z
    .array(z.object({ id: z.uuid(), account: z.string().max(256).default(''), method: z.string().max(64).default('') }))
    .max(MAX_SESSIONS),
});
type Question = z.infer<typeof shape>['sessions'][number];

interface Live {
  id: string;
  user_id: string;
  asset_id: string;
  account_id: string;
  remote_addr: string | null;
}

/** Of the sessions asked about, the live ones that the calling component carries. */
async function own(ctx: Context, ids: readonly string[]): Promise<Live[]> {
  const { rows } = await sql<Live>`
    select s.id, s.user_id, s.asset_id, s.account_id, s.remote_addr from sessions s
    join terminals c on c.id = s.terminal_id and c.user_id = ${ctx.actor.id}
    where not s.is_finished and s.id = any(${[...ids]}::uuid[])`.execute(ctx.tx);
  return rows;
}

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
  const asset = once((id) => activeAsset(ctx, id));
  const methods = once((id) => methodRules(ctx, kernel, id));

  async function judge(row: Live): Promise<LiveRules> {
    const question = asked.get(row.id);
    const [person, target] = [parseUuid(row.user_id) && (await user(row.user_id)), await asset(row.asset_id)];
    if (!person) return { refused: 'user', rule: '' };
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

/** Our own addition: other servers of this API tell of rules only when a session begins (decision 0042). */
export const liveRulesRoute = (kernel: () => Kernel): Route => ({
  method: 'POST',
  path: '/api/v1/terminal/sessions/rules/',
  name: 'terminal.session.rules',
  policy: { allow: 'component' },
  rootOrg: true,
  // Only reads; questions run beside each other.
  transaction: false,
  async handle(ctx, { body }) {
    const parsed = shape.safeParse(body);
    if (!parsed.success) throw InvalidInput.on(String(parsed.error.issues[0]?.path[0] ?? 'sessions'), 'invalid');
    return ok(await liveRules(ctx, kernel(), parsed.data.sessions));
  },
});
