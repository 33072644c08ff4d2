import { render } from '@postern/contract/text';
import { among, and, at, type Behaviour, type Context, eb, type Row, rowsOf } from '@postern/resource';
import { byId, perRow } from '../../platform/rows.ts';
import { AUTOMATION_TYPES } from './automation.fields.ts';
import type { ChangingType, PlannedType } from './automation.resources.ts';
import { executionResource } from './execution.resources.ts';
import { changeSecretRecord } from './record.resources.ts';
import { storedText } from './refusal.ts';
import type { Snapshot } from './snapshot.ts';

function wireSnapshot(ctx: Context, type: PlannedType, row: Row) {
  const stored = row.snapshot as Partial<Snapshot> | null;
  return {
    type: { value: type, label: render(AUTOMATION_TYPES[type], ctx.language) },
    name: stored?.name ?? '',
    comment: stored?.comment ?? '',
    accounts: stored?.accounts ?? [],
    node_amount: stored?.nodes?.length ?? 0,
    asset_amount: stored?.assets?.length ?? 0,
    // Ours: the screen of a run shows them (docs/behaviour/accounts.md#runs).
    ...(type === 'change_secret' ? { recipients: Object.values(stored?.recipients ?? {}) } : {}),
  };
}

/** Runs of automations; those on demand have none and are on no list (docs/wire/automations.md#runs). */
export const executionRows = (type: PlannedType) =>
  rowsOf(executionResource(type), (_ctx, t) => and(eb(t('type'), '=', type), eb(t('automation_id'), 'is not', null)));

export const executionBehaviour = (type: PlannedType): Behaviour => ({
  rows: executionRows(type),
  filters: {
    automation_id: byId('automation_id'),
    search: (_ctx, value) => {
      const word = value.toLowerCase();
      const hits = ['manual', 'timing'].filter((trigger) => trigger.includes(word));
      return among(at('t')('trigger'), hits);
    },
  },
  computed: { snapshot: async (ctx, rows) => perRow(rows, (row) => wireSnapshot(ctx, type, row)) },
});

const seconds = ({ date_started: from, date_finished: to }: Row): string | null =>
  from instanceof Date && to instanceof Date ? ((to.getTime() - from.getTime()) / 1000).toFixed(2) : null;

export const recordBehaviour = (type: ChangingType): Behaviour => ({
  rows: rowsOf(changeSecretRecord, (_ctx, t) => eb(t('type'), '=', type)),
  filters: { execution_id: byId('execution_id') },
  computed: {
    timedelta: async (_ctx, rows) => perRow(rows, seconds),
    error: async (ctx, rows) => perRow(rows, (row) => storedText(row.error, ctx.language)),
    execution: async (_ctx, rows) => perRow(rows, (row) => ({ id: row.execution_id })),
  },
});
