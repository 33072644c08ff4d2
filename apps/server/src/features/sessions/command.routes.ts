import { InvalidInput } from '@postern/contract/errors';
import { parseUuids } from '@postern/contract/ids';
import { orderedIds } from '@postern/contract/ordered-ids';
import {
  among,
  at,
  type Behaviour,
  can,
  EVERYBODY,
  eb,
  formatDatetime,
  holdsWord,
  ok,
  parseDatetime,
  type Route,
  route,
  startingWith,
  type Where,
} from '@postern/resource';
import { z } from 'zod';
import { componentSessions } from '../../platform/component-sessions.ts';
import { tallyOf } from '../../platform/evidence-counts/tally.ts';
import { parsedBody, unreadable } from '../../platform/parsed-body.ts';
import { DONE } from '../../platform/shown.ts';
import { type CommandLogs, inStorage, logFor } from '../command-log/index.ts';
import { command } from './command.resource.ts';
import { session } from './session.resource.ts';
import { commandRows } from './session.rows.ts';

/** Commands of one request at most; components send five, or what ten seconds gave. */
const MAX_BATCH = 1000;

/** For components that give none: the lines of a second stay in the order in which they were told. */
const nextId = orderedIds();

const clean = z.string().transform((value) => value.replaceAll('\0', ''));
const entry = z.object({
  id: z.uuid().optional(),
  session: z.uuid(),
  user: clean.pipe(z.string().max(512)),
  asset: clean.pipe(z.string().max(512)),
  account: clean.pipe(z.string().max(512)),
  input: clean.pipe(z.string().max(65536)),
  output: clean.pipe(z.string().max(65536)).default(''),
  timestamp: z.number().int().min(0).max(4_102_444_800),
  risk_level: z.number().int().min(0).max(8).default(0),
  org_id: z.string().max(36).default(''),
  cmd_filter_acl: z.uuid().nullish().catch(null),
  cmd_group: z.uuid().nullish().catch(null),
});

/** Long text keeps its beginning and its end. */
export const middleCut = (value: string, max: number): string =>
  value.length <= max ? value : `${value.slice(0, Math.floor(max / 2) - 1)}…${value.slice(-(max - Math.floor(max / 2)))}`;

/**
 * Takes commands in. Only for sessions the calling component carries: their organisation is the session's, whatever
 * the entry says. Entries of unknown sessions make the whole batch fail, so that the sender keeps it.
 */
const create = route({
  method: 'POST',
  path: '/api/v1/terminal/commands/',
  name: 'terminal.command.create',
  answer: DONE,
  who: can('terminal.add_command'),
  rows: { of: [session, command] },
  body: parsedBody(z.array(entry).max(MAX_BATCH)),
  async handle(ctx, { body: parsed }) {
    if (!parsed.success) return ok({ msg: unreadable(parsed.error, ctx.language) }, 401);
    const ids = [...new Set(parsed.data.map((one) => one.session))];
    if (ids.length === 0) return ok('ok', 201);
    const known = await ctx.tx
      .selectFrom('sessions as s')
      .select(['s.id', 's.org_id'])
      .where(({ ref }) => among(ref('s.id'), ids))
      .where(componentSessions(ctx, 's'))
      .execute();
    const storage_id = await logFor(ctx, ctx.actor.component?.id);
    const orgs = new Map(known.map((row) => [row.id, row.org_id]));
    const values = parsed.data.map((one) => {
      const org_id = orgs.get(one.session);
      if (!org_id) throw InvalidInput.on('session', 'does_not_exist', { value: one.session });
      return {
        id: one.id ?? nextId(),
        org_id,
        user: middleCut(one.user, 64),
        asset: middleCut(one.asset, 128),
        account: middleCut(one.account, 64),
        session: one.session,
        input: middleCut(one.input, 128),
        output: one.output.slice(0, 1024),
        risk_level: one.risk_level,
        cmd_filter_acl: one.cmd_filter_acl ?? null,
        cmd_group: one.cmd_group ?? null,
        timestamp: one.timestamp,
        storage_id,
      };
    });
    // A component whose answer was lost, or that died over it, sends the same ones again.
    await ctx.tx
      .insertInto('commands')
      .values(values)
      .onConflict((same) => same.column('id').doNothing())
      .execute();
    await ctx.tx
      .updateTable('sessions')
      .set({ has_command: true })
      .where(({ ref }) => among(ref('id'), ids))
      .where('has_command', '=', false)
      .execute();
    return ok('ok', 201);
  },
});
export const commandRoutes: readonly Route[] = [create];

/** Filter by the storage in which a command is. */
const STORAGE = 'command_storage_id';

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

const allOf = tallyOf({ log: 'commands', rows: commandRows, column: 'timestamp', stored: secondsOf });

/** Where all commands are in one storage, whoever asks for it by name asks for all, as other consoles always do. */
const commandTally: NonNullable<Behaviour['tally']> = async (ctx, query, narrowed) => {
  if (!narrowed.has(STORAGE)) return allOf(ctx, query, narrowed);
  if ((await inStorage(ctx, query[STORAGE] ?? '')) !== EVERYBODY) return undefined;
  return allOf(ctx, query, new Set([...narrowed].filter((name) => name !== STORAGE)));
};

/** Tells where a command came from, and reads the list's own parameters (docs/wire/sessions.md#commands). */
export const commandBehaviour = (logs: CommandLogs): Behaviour => ({
  rows: commandRows,
  elsewhere: logs.elsewhere,
  tally: commandTally,
  filters: {
    [STORAGE]: inStorage,
    session_id: (_ctx, value) => eb('t.session', '=', value),
    user: (_ctx, value) => eb('t.user', 'like', startingWith(value)),
    input: (_ctx, value) => holdsWord(at('t')('input'), value),
    date_from: (_ctx, value) => bound(value, '>='),
    date_to: (_ctx, value) => bound(value, '<='),
  },
  computed: {
    async remote_addr(ctx, rows) {
      const ids = [...new Set(rows.map((row) => String(row.session)))];
      const found = await ctx.tx
        .selectFrom('sessions')
        .select(['id', 'remote_addr'])
        .where(({ ref }) => among(ref('id'), parseUuids(ids)))
        .execute();
      const known = new Map(found.map((row) => [row.id, row.remote_addr]));
      return new Map(rows.map((row) => [String(row.id), known.get(String(row.session)) ?? '']));
    },
    timestamp_display: async (ctx, rows) =>
      new Map(rows.map((row) => [String(row.id), formatDatetime(new Date(Number(row.timestamp) * 1000), ctx.timeZone)])),
  },
});

function bound(value: string, side: '>=' | '<='): Where | undefined {
  const instant = parseDatetime(value);
  return instant && eb('t.timestamp', side, secondsOf(instant));
}
