import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import {
  at,
  type Behaviour,
  type Context,
  containing,
  eb,
  fetchRow,
  formatDatetime,
  type Kernel,
  NOBODY,
  narrowedRows,
  ok,
  present,
  type Reply,
  type Row,
  type RowOf,
  rowsOf,
  shownFields,
} from '@postern/resource';
import { inEveryOrganisation } from '../../platform/context.ts';
import { perRow } from '../../platform/rows.ts';
import { type DecideDeps, decideTicket, type Verdict } from './decide-ticket.ts';
import { decidableBy, delegatesOf, seenBy, seenPage } from './delegation.queries.ts';
import { deciderOf, inPlaceOf, principalOf } from './delegations.ts';
import { aboutAsset, type StepRow, stepsOf } from './ticket.queries.ts';
import { type TicketType, ticket } from './ticket.resource.ts';

/** Only who asked, who was asked, and who takes or took their place; administrators see no more (docs/wire/tickets.md#who-sees-a-ticket). */
export const ticketRows = rowsOf(ticket, (ctx, t) => seenBy(ctx.actor.id, ctx.clock(), t));

/** The steps of a page of tickets (docs/wire/tickets.md#states-and-levels). One query. */
async function processMaps(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, unknown[]>> {
  const steps = await stepsOf(
    ctx,
    rows.map((row) => String(row.id)),
  );
  // Those of the level that waits: whoever takes a place is asked like whoever has it.
  const delegates = await delegatesOf(
    ctx,
    rows.map((row) => String(row.id)),
  );
  const instead = ({ ticket_id, level, assignees }: StepRow) =>
    delegates.filter((one) => one.ticket_id === ticket_id && one.level === level && assignees.includes(one.for_id));
  const processorOf = ({ processor_display: name, for_display: other }: StepRow) =>
    other === '' ? name : inPlaceOf(name, other, ctx.language);
  const wire = (step: StepRow) => ({
    state: step.state,
    assignees: [...step.assignees, ...instead(step).map(({ id }) => id)],
    assignees_display: [...step.displays, ...instead(step).map((one) => deciderOf({ ...one, forWhom: principalOf(one) }, ctx.language))],
    processor: step.processor_id ?? '',
    processor_display: processorOf(step),
    approval_level: step.level,
    approval_date: formatDatetime(step.date_updated, ctx.timeZone),
  });
  return perRow(rows, (row) => steps.filter((step) => step.ticket_id === row.id).map(wire));
}

const applicants = async (_ctx: Context, rows: readonly Row[]) =>
  perRow(rows, (row) => (row as RowOf<typeof ticket>).rel_snapshot.applicant ?? '');

const decision =
  (deps: DecideDeps, verdict: Verdict) =>
  async (ctx: Context, _request: unknown, row?: Row): Promise<Reply> => {
    await decideTicket(ctx, deps, row as RowOf<typeof ticket>, verdict);
    return ok('ok');
  };

/** The session that an approval became, for those who approved it (docs/wire/tickets.md#sessions-of-a-ticket). */
const sessionOf =
  (kernel: () => Kernel) =>
  async (ctx: Context, _request: unknown, row?: Row): Promise<Reply> => {
    const became = await ctx.tx
      .selectFrom('ticket_sessions')
      .select('session_id')
      .where('ticket_id', '=', String(row?.id))
      .orderBy('date_created', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!became) throw new CodedError('object_does_not_exist', { resource: 'session' });
    const resource = kernel().byName('session');
    const everywhere = inEveryOrganisation(ctx);
    const session = await fetchRow(resource, everywhere, became.session_id);
    return ok((await present(kernel(), resource, everywhere, [session], shownFields(resource, ctx, 'detail', {})))[0]);
  };

const t = at('t');

const actions = (deps: DecideDeps) => ({
  approve: decision(deps, 'approve'),
  reject: decision(deps, 'reject'),
  close: decision(deps, 'close'),
});

export const ticketBehaviour = (deps: DecideDeps, kernel: () => Kernel): Behaviour => ({
  rows: ticketRows,
  async page(ctx, query, narrowed, part) {
    if ([...narrowed].some((name) => name !== 'assignees__id')) return undefined;
    const decider = narrowed.has('assignees__id') ? parseUuid(query.assignees__id ?? '') : undefined;
    return narrowed.size > 0 && decider === undefined ? undefined : seenPage(ctx, part, decider);
  },
  filters: {
    // Those of the step that is waiting (docs/wire/tickets.md#finding).
    assignees__id: (ctx, value) => {
      const id = parseUuid(value);
      return id === undefined ? NOBODY : decidableBy(id, ctx.clock(), t);
    },
    relevant_asset: (ctx, value) => aboutAsset(ctx.actor.id, value, t),
    relevant_command: (_ctx, value) => eb(t('apply_run_command'), 'ilike', containing(value)),
  },
  computed: { process_map: processMaps },
  actions: { ...actions(deps), session: sessionOf(kernel) },
});

/** One type, with its own fields. */
export const typedBehaviour = (deps: DecideDeps, type: TicketType): Behaviour => ({
  rows: narrowedRows(ticketRows, (_ctx, t) => eb(t('type'), '=', type)),
  computed: { process_map: processMaps, applicant: applicants },
  // A request is approved by a call with a body (request.routes.ts).
  actions: type === 'apply_asset' ? { reject: actions(deps).reject, close: actions(deps).close } : actions(deps),
});
