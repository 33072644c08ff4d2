import { InvalidInput } from '@postern/contract/errors';
import { isRecord } from '@postern/contract/wire';
import { among, at, type Behaviour, type Context, eb, type Row, type Values, type Write } from '@postern/resource';
import { storedSecret } from '../accounts/index.ts';
import { checkRecipients } from '../users/index.ts';
import { PASSWORD_LENGTH, PASSWORD_SYMBOLS } from './automation.fields.ts';
import { type ChangingType, KINDS, type PlannedType } from './automation.resources.ts';
import { checkSchedule, planFacts, planNext } from './schedule.ts';
import { unsupportedTypes } from './supported.ts';
import { assetsIn } from './target.queries.ts';
import { linked } from './targets.ts';

export interface AutomationDeps {
  /** Whether a licence is in force: without one nothing is pushed by the clock. */
  licensed(now: Date): boolean;
}

const after = ({ values, before }: Write): Row => ({ ...before, ...values });

function prepareRules(values: Values, next: Row): void {
  if (next.secret_type !== 'password' || next.secret_strategy !== 'random') {
    values.password_rules = {};
    return;
  }
  const given = (next.password_rules ?? {}) as { length?: unknown; symbol_set?: unknown };
  const length = given.length ?? PASSWORD_LENGTH.default;
  if (typeof length !== 'number' || !Number.isInteger(length)) throw InvalidInput.on('password_rules', 'invalid_integer');
  if (length < PASSWORD_LENGTH.min) throw InvalidInput.on('password_rules', 'min_value', { min: PASSWORD_LENGTH.min });
  if (length > PASSWORD_LENGTH.max) throw InvalidInput.on('password_rules', 'max_value', { max: PASSWORD_LENGTH.max });
  values.password_rules = { length, symbol_set: given.symbol_set ?? PASSWORD_SYMBOLS };
}

async function hasSecret(ctx: Context, type: ChangingType, id: string): Promise<boolean> {
  const plans = ctx.tx.selectFrom(KINDS[type].resource.table).select('id');
  return (await plans.where('id', '=', id).where('secret', 'is not', null).executeTakeFirst()) !== undefined;
}

/** Keeps of the secret group what fits together (docs/wire/automations.md#new-secrets). */
async function prepareSecret(ctx: Context, write: Write, type: ChangingType): Promise<void> {
  const { values, before } = write;
  const next = after(write);
  prepareRules(values, next);
  if (next.secret_type === 'password') values.ssh_key_change_strategy = 'add';
  if (!isRecord(next.params)) throw InvalidInput.on('params', 'not_an_object');
  const typeChanged = before !== undefined && before.secret_type !== next.secret_type;
  const given = values.secret;
  delete values.secret;
  if (next.secret_strategy !== 'specific' || !given) {
    // An update that says nothing keeps what is stored, unless that fits no longer.
    const stale = before !== undefined && (next.secret_strategy !== 'specific' || typeChanged);
    if (stale && (await hasSecret(ctx, type, String(before.id)))) values.secret = null;
    return;
  }
  values.secret = storedSecret(String(next.secret_type), String(given), values.passphrase as string | undefined).secret;
}

/**
 * A plan for assets of which none could ever be dealt with would only fail, night after night. What is only taken away is
 * taken away.
 * @throws InvalidInput on `assets`
 */
async function needSupported(ctx: Context, type: PlannedType, { values, before }: Write): Promise<void> {
  let added = false;
  const idsOf = async (side: 'assets' | 'nodes'): Promise<string[]> => {
    const had = before ? await linked(ctx, type, side, String(before.id)) : [];
    const given = values[side];
    if (!Array.isArray(given)) return had;
    const ids = given.map(String);
    const known = new Set(had);
    added ||= ids.some((id) => !known.has(id));
    return ids;
  };
  const named = { assets: await idsOf('assets'), nodes: await idsOf('nodes') };
  const types = added ? await unsupportedTypes(ctx, type, eb('a.id', 'in', assetsIn(named)), 'ever') : undefined;
  if (types) throw InvalidInput.on('assets', 'not_automated', { types });
}

export const automationBehaviour = (type: PlannedType, { licensed }: AutomationDeps): Behaviour => ({
  async prepare(ctx, write) {
    const { values } = write;
    checkSchedule(write);
    checkRecipients(ctx, write);
    await needSupported(ctx, type, write);
    if (type !== 'gather_accounts') await prepareSecret(ctx, write, type);
    if (type === 'push_account' && !licensed(ctx.clock())) values.is_periodic = false;
    // In version 3.5 of the API nothing is pushed by the clock.
    if (type !== 'push_account') planNext(ctx, write, after(write));
  },
  async deleted(ctx, rows) {
    const ids = rows.map((row) => String(row.id));
    await ctx.tx
      .deleteFrom('automation_executions as e')
      .where('e.type', '=', type)
      .where(among(at('e')('automation_id'), ids))
      .execute();
  },
  computed: planFacts((ctx, ids) =>
    ctx.tx
      .selectFrom('automation_executions as e')
      .select(({ fn }) => ['e.automation_id as id', fn.countAll<number>().as('n')])
      .where('e.type', '=', type)
      .where(among(at('e')('automation_id'), ids))
      .groupBy('e.automation_id')
      .execute(),
  ),
});
