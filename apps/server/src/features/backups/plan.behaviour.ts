import { among, at, type Behaviour } from '@postern/resource';
import { checkSchedule, planFacts, planNext } from '../automations/index.ts';
import { checkRecipients } from '../users/index.ts';

export const planBehaviour: Behaviour = {
  async prepare(ctx, write) {
    checkSchedule(write);
    checkRecipients(ctx, write);
    planNext(ctx, write, { ...write.before, ...write.values });
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
