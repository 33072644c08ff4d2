import { among, at, type Behaviour, type Row } from '@postern/resource';
import { checkSchedule, nextRun, planFacts, scheduleOf } from '../automations/index.ts';
import { checkRecipients } from '../users/index.ts';

export const planBehaviour: Behaviour = {
  async prepare(ctx, write) {
    checkSchedule(write);
    checkRecipients(ctx, write);
    const next: Row = { ...write.before, ...write.values };
    write.values.date_next_run = nextRun(scheduleOf(next), ctx.clock(), ctx.timeZone);
  },
  async deleted(ctx, rows) {
    const ids = rows.map((row) => String(row.id));
    await ctx.tx
      .deleteFrom('account_backup_executions as e')
      .where(among(at('e')('plan_id'), ids))
      .execute();
  },
  computed: planFacts((ctx, ids) =>
    ctx.tx
      .selectFrom('account_backup_executions as e')
      .select(({ fn }) => ['e.plan_id as id', fn.countAll<number>().as('n')])
      .where(among(at('e')('plan_id'), ids))
      .groupBy('e.plan_id')
      .execute(),
  ),
};
