import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { isEndReason, SESSION_ENDS } from '@postern/contract/session-end';
import { type Language, render } from '@postern/contract/text';
import {
  at,
  type Behaviour,
  type Context,
  eb,
  type Joined,
  ok,
  type Reply,
  type Request,
  type Row,
  type Values,
  type Where,
} from '@postern/resource';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { DETAIL_SEPARATOR } from '../audits/index.ts';
import type { CommandLogs } from '../command-log/index.ts';
import { connectionGiven } from '../connection-tokens/index.ts';
import { broughtHere, type Collector, stillRunning } from './collect-replay.ts';
import { bundleReplay } from './evidence/bundle.ts';
import type { Indexes } from './pieces/read-index.ts';
import { downloadReplay, replayAnswer } from './replay.routes.ts';
import type { ReplayStore } from './replay-store.ts';
import { roomForSession } from './room.ts';
import { REPLAY_PROOFS, type SessionRow } from './session.resource.ts';
import { sessionRows } from './session.rows.ts';
import { sessionTally } from './session-tally.ts';

/** Component types whose sessions can be watched (docs/wire/sessions.md#watching-and-ending). */
const WATCHABLE: ReadonlySet<unknown> = new Set(['koko', 'lion']);

/** The rows of these hooks are of sessions: the kernel hands out what it selected from their table. */
const asSession = (row: Row) => row as SessionRow;
const asSessions = (rows: readonly Row[]) => rows as readonly SessionRow[];

export const canJoin = (row: Pick<SessionRow, 'is_finished' | 'login_from' | 'type'>, terminalType: unknown): boolean =>
  !row.is_finished && row.login_from !== 'RT' && row.type === 'normal' && WATCHABLE.has(terminalType);

/** What is told of the component that carries a session. */
const ofCarrier = (told: (carrier: { name: string; type: string } | null, row: SessionRow) => unknown): Joined => ({
  as: 'carrier',
  expression: () =>
    jsonObjectFrom(
      eb
        .selectFrom('terminals as c')
        .select(['c.name', 'c.type'])
        .where(({ ref }) => eb(ref('c.id'), '=', at('t')('terminal_id'))),
    ),
  wire: (value, _ctx, row) => told(value as { name: string; type: string } | null, asSession(row)),
});

const perRow = <T>(rows: readonly Row[], value: (row: SessionRow) => T) => new Map(asSessions(rows).map((row) => [row.id, value(row)]));

/** What an activity row of a new session says of it (docs/wire/audits.md#activities). */
export type SessionActivity = (
  ctx: Context,
  event: { type: 'S'; resourceId: string; orgId: string; detail: string; detailId: string },
) => Promise<void>;

/** What a session is about. It is evidence from the moment it was written down: nobody says otherwise later. */
const FIXED = [
  'user',
  'asset',
  'account',
  'user_id',
  'asset_id',
  'account_id',
  'protocol',
  'type',
  'login_from',
  'remote_addr',
  'date_start',
  'org_id',
];

/**
 * The component that carries a session reports how it goes on; people, whatever their rights, can only comment on it.
 * A finished session stays finished and a recording stays recorded. A component is given no row but its own (`sessionRows`).
 */
function keepEvidence(ctx: Context, values: Values, before: SessionRow): void {
  if (ctx.actor.kind === 'component') {
    for (const field of FIXED) delete values[field];
  } else {
    for (const field of Object.keys(values)) if (field !== 'comment') delete values[field];
  }
  // The first reason is the true one; only silence is no reason of its own, and gives way to what the component says when it is back.
  if (before.end_reason && before.end_reason !== 'component_lost') for (const field of ['end_reason', 'end_params']) delete values[field];
  if ('end_params' in values) values.end_params = plainParams(values.end_params);
  if (Number(values.unread_lines ?? 0) < before.unread_lines) delete values.unread_lines;
  for (const field of ['is_finished', 'has_replay', 'has_command'] as const)
    if (before[field] && values[field] === false) delete values[field];
}

const sessionOf = ({ user_id, asset_id, account_id, account }: Values) => ({ user_id, asset_id, account_id, account });

/** What belongs to a reason is a few short words. */
const plainParams = (given: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof given === 'object' && given !== null ? given : {})
      .slice(0, 8)
      .flatMap(([name, value]) => (typeof value === 'string' ? [[name.slice(0, 32), value.slice(0, 512)]] : [])),
  );

const endText = (row: SessionRow, language: Language): string =>
  isEndReason(row.end_reason) ? render(SESSION_ENDS[row.end_reason].text, language, plainParams(row.end_params)) : '';

export function sessionBehaviour(
  store: ReplayStore,
  indexes: Indexes,
  activity: SessionActivity,
  collector: Collector,
  settings: SettingsStore,
  logs: CommandLogs,
): Behaviour {
  const answered =
    (answer: typeof replayAnswer, whole: (path: string) => Promise<boolean> = async () => true) =>
    async (ctx: Context, _request: Request, row?: Row): Promise<Reply> => {
      // Both live below an object, so the kernel has found it.
      const asked = asSession(row as Row);
      const here = await collector.collected(ctx, asked);
      const path = here?.replay_path;
      if (!here || (path && (await whole(path)) && !(await broughtHere(ctx, store, path)))) return ok(stillRunning(asked));
      return answer(ctx, store, here);
    };
  return {
    rows: sessionRows,
    tally: sessionTally,
    filters: {
      /** The component's id or its name. */
      terminal(_ctx, value): Where {
        const id = parseUuid(value);
        return id
          ? eb('t.terminal_id', '=', id)
          : eb('t.terminal_id', 'in', eb.selectFrom('terminals as c').select('c.id').where('c.name', '=', value));
      },
    },
    joined: {
      terminal_display: ofCarrier((carrier) => carrier?.name ?? ''),
      can_join: ofCarrier((carrier, row) => canJoin(row, carrier?.type)),
    },
    computed: {
      async command_amount(ctx, rows) {
        const counts = await logs.countsOf(
          ctx,
          asSessions(rows).map(({ id }) => id),
        );
        return perRow(rows, (row) => counts.get(row.id) ?? 0);
      },
      end_reason_display: async (ctx, rows) => perRow(rows, (row) => endText(row, ctx.language)),
      replay_proof: async (ctx, rows) =>
        perRow(rows, (row) => {
          if (!row.replay_path) return null;
          const value = row.replay_chain ? 'chained' : 'not_chained';
          return { value, label: render(REPLAY_PROOFS[value], ctx.language) };
        }),
      can_replay: async (_ctx, rows) => perRow(rows, (row) => row.has_replay),
      can_terminate: async (_ctx, rows) => perRow(rows, (row) => !row.is_finished),
    },
    async prepare(ctx, { values, before }) {
      if (before) {
        const known = asSession(before);
        keepEvidence(ctx, values, known);
        if (values.is_finished === true && !known.date_end && !values.date_end) values.date_end = ctx.clock();
        return;
      }
      // A session without a component behind it, or of what the component was given no token for, would be evidence nobody gave.
      const given = ctx.actor.component && (await connectionGiven(ctx, sessionOf(values)));
      if (!ctx.actor.component || !given) throw new CodedError('permission_denied');
      if (values.is_finished !== true) await roomForSession(ctx, settings, String(values.user_id));
      Object.assign(values, given, { terminal: ctx.actor.component.id, date_alive: ctx.clock() });
    },
    async written(ctx, { verb, row }) {
      if (verb !== 'create') return;
      const made = asSession(row);
      const detail = [made.user, made.asset, made.account].join(DETAIL_SEPARATOR);
      for (const resourceId of new Set([made.asset_id, made.user_id, made.account_id]))
        if (parseUuid(resourceId)) await activity(ctx, { type: 'S', resourceId, orgId: made.org_id, detail, detailId: made.id });
    },
    actions: {
      // In pieces it is read where it lies.
      replay: answered(replayAnswer, async (path) => !(await indexes.of(path))?.index.pieces.length),
      download: answered(downloadReplay),
      bundle: answered((ctx, from, row) => bundleReplay(ctx, from, row, settings, logs)),
    },
  };
}
