import { type Behaviour, defineBehaviour, type Row } from '@postern/resource';
import { sql } from 'kysely';
import { checkSchedule, nextRun, scheduleOf, scheduleText } from '../automations/index.ts';
import { checkRecipients } from '../users/index.ts';

export const planBehaviour: Behaviour = defineBehaviour({
  async prepare(ctx, write) {
    checkSchedule(write);
    checkRecipients(ctx, write);
    const next: Row = { ...write.before, ...write.values };
    write.values.date_next_run = nextRun(scheduleOf(next), ctx.clock(), ctx.timeZone);
  },
  async deleted(ctx, rows) {
    await sql`delete from account_backup_executions where plan_id = any(${rows.map((row) => row.id)}::uuid[])`.execute(ctx.tx);
  },
  computed: {
    periodic_display: async (_ctx, rows) => new Map(rows.map((row) => [String(row.id), scheduleText(scheduleOf(row))])),
    async executed_amount(ctx, rows) {
      const ids = rows.map((row) => String(row.id));
      const { rows: found } = await sql<{ id: string; n: number }>`
        select plan_id as id, count(*)::int as n from account_backup_executions where plan_id = any(${ids}::uuid[]) group by plan_id`.execute(
        ctx.tx,
      );
      const counts = new Map(found.map(({ id, n }) => [id, n]));
      return new Map(ids.map((id) => [id, counts.get(id) ?? 0]));
    },
  },
});
