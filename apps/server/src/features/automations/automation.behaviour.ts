import { InvalidInput } from '@postern/contract/errors';
import { type Behaviour, type Context, defineBehaviour, type Row, type Values, type Write } from '@postern/resource';
import { sql } from 'kysely';
import { storedSecret } from '../accounts/index.ts';
import { checkRecipients } from '../users/index.ts';
import { PASSWORD_LENGTH, PASSWORD_SYMBOLS } from './automation.fields.ts';
import { KINDS, type PlannedType } from './automation.resources.ts';
import { checkSchedule, nextRun, scheduleOf, scheduleText } from './schedule.ts';
import { unsupportedTypes } from './supported.ts';
import { assetsIn, linked } from './targets.ts';

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

async function hasSecret(ctx: Context, table: string, id: unknown): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id} and secret is not null`.execute(ctx.tx);
  return rows.length > 0;
}

/** Keeps of the secret group what fits together (docs/wire/automations.md#new-secrets). */
async function prepareSecret(ctx: Context, write: Write, table: string): Promise<void> {
  const { values, before } = write;
  const next = after(write);
  prepareRules(values, next);
  if (next.secret_type === 'password') values.ssh_key_change_strategy = 'add';
  if (typeof next.params !== 'object' || next.params === null || Array.isArray(next.params))
    throw InvalidInput.on('params', 'not_an_object');
  const typeChanged = before !== undefined && before.secret_type !== next.secret_type;
  const given = values.secret;
  delete values.secret;
  if (next.secret_strategy !== 'specific' || !given) {
    // An update that says nothing keeps what is stored, unless that fits no longer.
    const stale = before !== undefined && (next.secret_strategy !== 'specific' || typeChanged);
    if (stale && (await hasSecret(ctx, table, before.id))) values.secret = null;
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
  const idsOf = async (side: 'assets' | 'nodes', column: string): Promise<string[]> => {
    const had = before ? await linked(ctx, `${type}_automation_${side}`, column, before.id) : [];
    const given = values[side];
    if (!Array.isArray(given)) return had;
    const ids = given.map(String);
    const known = new Set(had);
    added ||= ids.some((id) => !known.has(id));
    return ids;
  };
  const among = { assets: await idsOf('assets', 'asset_id'), nodes: await idsOf('nodes', 'node_id') };
  const types = added ? await unsupportedTypes(ctx, type, assetsIn(among), 'ever') : undefined;
  if (types) throw InvalidInput.on('assets', 'not_automated', { types });
}

export const automationBehaviour = (type: PlannedType, { licensed }: AutomationDeps): Behaviour =>
  defineBehaviour({
    async prepare(ctx, write) {
      const { values } = write;
      checkSchedule(write);
      checkRecipients(ctx, write);
      await needSupported(ctx, type, write);
      if (type !== 'gather_accounts') await prepareSecret(ctx, write, KINDS[type].resource.table);
      const now = ctx.clock();
      if (type === 'push_account' && !licensed(now)) values.is_periodic = false;
      // In version 3.5 of the API nothing is pushed by the clock.
      values.date_next_run = type === 'push_account' ? null : nextRun(scheduleOf(after(write)), now, ctx.timeZone);
    },
    async deleted(ctx, rows) {
      await sql`delete from automation_executions where type = ${type} and automation_id = any(${rows.map((row) => row.id)}::uuid[])`.execute(
        ctx.tx,
      );
    },
    computed: {
      periodic_display: async (_ctx, rows) => new Map(rows.map((row) => [String(row.id), scheduleText(scheduleOf(row))])),
      async executed_amount(ctx, rows) {
        const ids = rows.map((row) => String(row.id));
        const { rows: found } = await sql<{ id: string; n: number }>`
          select automation_id as id, count(*)::int as n from automation_executions
          where type = ${type} and automation_id = any(${ids}::uuid[]) group by automation_id`.execute(ctx.tx);
        const counts = new Map(found.map(({ id, n }) => [id, n]));
        return new Map(ids.map((id) => [id, counts.get(id) ?? 0]));
      },
    },
  });
