import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { isEndReason, SESSION_ENDS } from '@postern/contract/session-end';
import { type Language, render } from '@postern/contract/text';
import {
  type Behaviour,
  type Context,
  defineBehaviour,
  eb,
  ok,
  type Reply,
  type Request,
  type Row,
  rowsOf,
  type Values,
  type Where,
} from '@postern/resource';
import { sql } from 'kysely';
import { DETAIL_SEPARATOR } from '../audits/index.ts';
import { connectionGiven } from '../connection-tokens/index.ts';
import { type Collector, stillRunning } from './collect-replay.ts';
import { downloadReplay, replayAnswer } from './replay.routes.ts';
import type { ReplayStore } from './replay-store.ts';
import { REPLAY_PROOFS, session } from './session.resource.ts';

/** Component types whose sessions can be watched (docs/wire/sessions.md#watching-and-ending). */
const WATCHABLE: ReadonlySet<unknown> = new Set(['koko', 'lion']);

export const canJoin = (row: Row, terminalType: unknown): boolean =>
  row.is_finished === false && row.login_from !== 'RT' && row.type === 'normal' && WATCHABLE.has(terminalType);

async function terminals(ctx: Context, rows: readonly Row[]): Promise<Map<string, { name: string; type: string }>> {
  const ids = [...new Set(rows.flatMap((row) => (row.terminal_id ? [String(row.terminal_id)] : [])))];
  if (ids.length === 0) return new Map();
  const found = await sql<{
    id: string;
    name: string;
    type: string;
  }>`select id, name, type from terminals where id = any(${ids}::uuid[])`.execute(ctx.tx);
  return new Map(found.rows.map((row) => [row.id, row]));
}

const perRow = <T>(rows: readonly Row[], value: (row: Row) => T) => new Map(rows.map((row) => [String(row.id), value(row)]));

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
 * A finished session stays finished and a recording stays recorded.
 * @throws CodedError permission_denied for another component
 */
async function keepEvidence(ctx: Context, values: Values, before: Row): Promise<void> {
  if (ctx.actor.kind === 'component') {
    const own = await sql`select 1 from terminals where user_id = ${ctx.actor.id} and id = ${before.terminal_id}`.execute(ctx.tx);
    if (own.rows.length === 0) throw new CodedError('permission_denied');
    for (const field of FIXED) delete values[field];
  } else {
    for (const field of Object.keys(values)) if (field !== 'comment') delete values[field];
  }
  // The first reason is the true one; only silence is no reason of its own, and gives way to what the component says when it is back.
  if (before.end_reason && before.end_reason !== 'component_lost') for (const field of ['end_reason', 'end_params']) delete values[field];
  if ('end_params' in values) values.end_params = plainParams(values.end_params);
  if (Number(values.unread_lines ?? 0) < Number(before.unread_lines ?? 0)) delete values.unread_lines;
  for (const field of ['is_finished', 'has_replay', 'has_command'])
    if (before[field] === true && values[field] === false) delete values[field];
}

const sessionOf = ({ user_id, asset_id, account_id, account }: Values) => ({ user_id, asset_id, account_id, account });

/** What belongs to a reason is a few short words. */
const plainParams = (given: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof given === 'object' && given !== null ? given : {})
      .slice(0, 8)
      .flatMap(([name, value]) => (typeof value === 'string' ? [[name.slice(0, 32), value.slice(0, 512)]] : [])),
  );

const endText = (row: Row, language: Language): string =>
  isEndReason(row.end_reason) ? render(SESSION_ENDS[row.end_reason].text, language, plainParams(row.end_params)) : '';

export function sessionBehaviour(store: ReplayStore, activity: SessionActivity, collector: Collector): Behaviour {
  const answered =
    (answer: typeof replayAnswer) =>
    async (ctx: Context, _request: Request, row?: Row): Promise<Reply> => {
      const here = await collector.collected(ctx, row as Row);
      return here ? answer(ctx, store, here) : ok(stillRunning(row as Row));
    };
  return defineBehaviour({
    // A component that was taken over reads no sessions but those it carries.
    rows: rowsOf(session, (ctx, t) =>
      ctx.actor.kind === 'component' ? eb(t('terminal_id'), '=', ctx.actor.component?.id ?? null) : undefined,
    ),
    filters: {
      /** The component's id or its name. */
      terminal(_ctx, value): Where {
        const id = parseUuid(value);
        return id ? sql<boolean>`t.terminal_id = ${id}` : sql<boolean>`t.terminal_id in (select id from terminals where name = ${value})`;
      },
    },
    computed: {
      async terminal_display(ctx, rows) {
        const known = await terminals(ctx, rows);
        return perRow(rows, (row) => known.get(String(row.terminal_id))?.name ?? '');
      },
      async command_amount(ctx, rows) {
        const ids = rows.map((row) => String(row.id));
        const found = await sql<{
          session: string;
          n: number;
        }>`select session, count(*)::int as n from commands where session = any(${ids}) group by session`.execute(ctx.tx);
        const counts = new Map(found.rows.map((row) => [row.session, row.n]));
        return perRow(rows, (row) => counts.get(String(row.id)) ?? 0);
      },
      end_reason_display: async (ctx, rows) => perRow(rows, (row) => endText(row, ctx.language)),
      replay_proof: async (ctx, rows) =>
        perRow(rows, (row) => {
          if (!row.replay_path) return null;
          const value = row.replay_chain ? 'chained' : 'not_chained';
          return { value, label: render(REPLAY_PROOFS[value], ctx.language) };
        }),
      can_replay: async (_ctx, rows) => perRow(rows, (row) => row.has_replay === true),
      async can_join(ctx, rows) {
        const known = await terminals(ctx, rows);
        return perRow(rows, (row) => canJoin(row, known.get(String(row.terminal_id))?.type));
      },
      can_terminate: async (_ctx, rows) => perRow(rows, (row) => row.is_finished === false),
    },
    async prepare(ctx, { verb, values, before }) {
      if (verb === 'update') {
        await keepEvidence(ctx, values, before as Row);
        if (values.is_finished === true && !before?.date_end && !values.date_end) values.date_end = ctx.clock();
        return;
      }
      // A session without a component behind it, or of what the component was given no token for, would be evidence nobody gave.
      const given = ctx.actor.component && (await connectionGiven(ctx, sessionOf(values)));
      if (!ctx.actor.component || !given) throw new CodedError('permission_denied');
      Object.assign(values, given, { terminal: ctx.actor.component.id, date_alive: ctx.clock() });
    },
    async written(ctx, { verb, row }) {
      if (verb !== 'create') return;
      for (const resourceId of new Set([row.asset_id, row.user_id, row.account_id])) {
        if (!parseUuid(resourceId)) continue;
        await activity(ctx, {
          type: 'S',
          resourceId: String(resourceId),
          orgId: String(row.org_id),
          detail: [row.user, row.asset, row.account].join(DETAIL_SEPARATOR),
          detailId: String(row.id),
        });
      }
    },
    actions: {
      replay: answered(replayAnswer),
      download: answered(downloadReplay),
    },
  });
}
