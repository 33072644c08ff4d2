import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import {
  type Behaviour,
  type Context,
  defineBehaviour,
  eb,
  fetchRow,
  formatDatetime,
  type Kernel,
  narrowedRows,
  ok,
  or,
  present,
  type Reply,
  type Row,
  rowsOf,
  shownFields,
  type Where,
} from '@postern/resource';
import { sql } from 'kysely';
import { inEveryOrganisation } from '../../platform/context.ts';
import { contains } from '../nodes/index.ts';
import { type DecideDeps, decideTicket, type Verdict } from './decide-ticket.ts';
import type { TicketState, TicketType } from './ticket.resource.ts';
import { ticket } from './ticket.resource.ts';

const perRow = <T>(rows: readonly Row[], value: (row: Row) => T) => new Map(rows.map((row) => [String(row.id), value(row)]));

/** Only who asked and who was asked; administrators see no more (docs/wire/tickets.md#who-sees-a-ticket). */
export const ticketRows = rowsOf(ticket, (ctx, t) =>
  or(
    eb(t('applicant_id'), '=', ctx.actor.id),
    eb.exists(
      eb
        .selectFrom('ticket_assignees as a')
        .select(eb.lit(1).as('one'))
        .where('a.ticket_id', '=', t('id'))
        .where('a.user_id', '=', ctx.actor.id),
    ),
  ),
);

interface StepRow {
  ticket_id: string;
  level: number;
  state: TicketState;
  processor_id: string | null;
  processor_display: string;
  date_updated: Date;
  assignees: string[];
  displays: string[];
}

/** The steps of a page of tickets (docs/wire/tickets.md#states-and-levels). One query. */
async function processMaps(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, unknown[]>> {
  const { rows: steps } = await sql<StepRow>`
    select s.*, coalesce(x.ids, '{}') as assignees, coalesce(x.displays, '{}') as displays from ticket_steps s left join lateral (
      select array_agg(a.user_id::text order by a.display) as ids, array_agg(a.display order by a.display) as displays
      from ticket_assignees a where a.ticket_id = s.ticket_id and a.level = s.level) x on true
    where s.ticket_id = any(${rows.map((row) => String(row.id))}::uuid[]) order by s.level`.execute(ctx.tx);
  const wire = (step: StepRow) => ({
    state: step.state,
    assignees: step.assignees,
    assignees_display: step.displays,
    processor: step.processor_id ?? '',
    processor_display: step.processor_display,
    approval_level: step.level,
    approval_date: formatDatetime(step.date_updated, ctx.timeZone),
  });
  return perRow(rows, (row) => steps.filter((step) => step.ticket_id === row.id).map(wire));
}

const applicants = async (_ctx: Context, rows: readonly Row[]) =>
  perRow(rows, (row) => String((row.rel_snapshot as Record<string, unknown> | null)?.applicant ?? ''));

const decision =
  (deps: DecideDeps, verdict: Verdict) =>
  async (ctx: Context, _request: unknown, row?: Row): Promise<Reply> => {
    await decideTicket(ctx, deps, String(row?.id), verdict);
    return ok('ok');
  };

/** The session that an approval became, for those who approved it (docs/wire/tickets.md#sessions-of-a-ticket). */
const sessionOf =
  (kernel: () => Kernel) =>
  async (ctx: Context, _request: unknown, row?: Row): Promise<Reply> => {
    const { rows } = await sql<{ session_id: string }>`
      select session_id from ticket_sessions where ticket_id = ${row?.id} order by date_created desc limit 1`.execute(ctx.tx);
    if (!rows[0]) throw new CodedError('object_does_not_exist', { resource: 'session' });
    const resource = kernel().byName('session');
    const everywhere = inEveryOrganisation(ctx);
    const session = await fetchRow(resource, everywhere, rows[0].session_id);
    return ok((await present(kernel(), resource, everywhere, [session], shownFields(resource, ctx, 'detail', {})))[0]);
  };

const like = (column: string, value: string): Where => sql<boolean>`${sql.ref(column)} ilike ${contains(value.slice(0, 256))}`;

const actions = (deps: DecideDeps) => ({
  approve: decision(deps, 'approve'),
  reject: decision(deps, 'reject'),
  close: decision(deps, 'close'),
});

export const ticketBehaviour = (deps: DecideDeps, kernel: () => Kernel): Behaviour =>
  defineBehaviour({
    rows: ticketRows,
    filters: {
      // Those of the step that is waiting (docs/wire/tickets.md#finding).
      assignees__id: (_ctx, value) => sql<boolean>`exists (select 1 from ticket_assignees a
        where a.ticket_id = t.id and a.level = t.approval_step and a.user_id = ${parseUuid(value) ?? null}::uuid)`,
      relevant_asset: (_ctx, value) => sql<boolean>`(${like('t.apply_run_asset', value)}
        or t.rel_snapshot ->> 'apply_login_asset' ilike ${contains(value.slice(0, 256))})`,
      relevant_command: (_ctx, value) => like('t.apply_run_command', value),
    },
    computed: { process_map: processMaps },
    actions: { ...actions(deps), session: sessionOf(kernel) },
  });

/** One type, with its own fields. */
export const typedBehaviour = (deps: DecideDeps, type: TicketType): Behaviour =>
  defineBehaviour({
    rows: narrowedRows(ticketRows, (_ctx, t) => eb(t('type'), '=', type)),
    computed: { process_map: processMaps, applicant: applicants },
    actions: actions(deps),
  });
