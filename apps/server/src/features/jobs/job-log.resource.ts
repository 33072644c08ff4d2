import { text as words } from '@postern/contract/text';
import { among, type Behaviour, can, computed, containing, deriveResource, eb, rowsOf } from '@postern/resource';
import { executionFacts } from './execution.behaviour.ts';
import { type ExecutionRow, jobExecution } from './execution.resource.ts';

const view = can('audits.view_joblog');

/** Runs of jobs of everybody in the organisation, for whoever audits it (docs/wire/jobs.md#the-job-log). */
export const jobLog = deriveResource(jobExecution, {
  name: 'joblog',
  app: 'audits',
  path: 'job-logs',
  permissionModel: 'joblog',
  label: words('Job log', '作业日志', 'ジョブログ'),
  labelPlural: words('Job logs', '作业日志', 'ジョブログ'),
  access: { list: view, retrieve: view },
  order: '-date_start',
  dateField: 'date_start',
  fields: { created_by: computed({ label: words('User', '用户', 'ユーザー'), type: 'string' }) },
});

export const jobLogRows = rowsOf(jobLog);

export const jobLogBehaviour: Behaviour = {
  rows: jobLogRows,
  filters: {
    creator__name: (_ctx, value) =>
      eb(
        't.creator_id',
        'in',
        eb
          .selectFrom('users as u')
          .select('u.id')
          .where((of) => of.or([of('u.name', 'ilike', containing(value)), of('u.username', 'ilike', containing(value))])),
      ),
  },
  computed: {
    ...executionFacts,
    async created_by(ctx, rows) {
      // The kernel knows resources by their definitions only and hands out rows of any.
      const own = rows as readonly ExecutionRow[];
      const people = await ctx.tx
        .selectFrom('users')
        .select(['id', 'name', 'username'])
        .where(
          among(
            eb.ref('id'),
            own.map(({ creator_id }) => String(creator_id)),
          ),
        )
        .execute();
      const names = new Map(people.map(({ id, name, username }) => [id, `${name}(${username})`]));
      return new Map(own.map(({ id, creator_id }) => [String(id), names.get(String(creator_id)) ?? '']));
    },
  },
};
