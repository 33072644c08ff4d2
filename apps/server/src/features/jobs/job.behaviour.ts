import { randomBytes } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { at, type Behaviour, type Context, EVERYBODY, eb, narrowedRows, type Row } from '@postern/resource';
import { limitKept } from '../../platform/kept.ts';
import { checkSchedule, planNext, scheduleTexts } from '../automations/index.ts';
import { checkText } from './command.ts';
import { type JobDeps, requireOn } from './deps.ts';
import { runsOf } from './execution.queries.ts';
import type { Order } from './execution.resource.ts';
import { type JobRow, jobRows } from './job.resource.ts';
import { readDefinitions } from './parameters.ts';
import { refuseListed, startRun } from './start.ts';

/** Jobs that one person keeps in an organisation. */
const MAX_KEPT = 500;
/** Words that the tree of one's own assets knows beside nodes. */
const SPECIAL: ReadonlySet<string> = new Set(['favorite', 'ungrouped']);

/** What changes what a job does: each change is a version. */
const CONTENT = ['module', 'args', 'playbook', 'chdir', 'parameters_define', 'use_parameter_define', 'runas', 'runas_policy'] as const;

/** The run that a write has started, by the row that it wrote. */
const started = new WeakMap<object, Map<string, string>>();

/** @throws InvalidInput for what is no id */
function checkIds(values: Row, field: 'assets' | 'nodes'): void {
  const given = values[field];
  if (!Array.isArray(given)) return;
  const wrong = given.map(String).find((one) => !parseUuid(one) && !(field === 'nodes' && SPECIAL.has(one)));
  if (wrong !== undefined) throw InvalidInput.on(field, 'invalid_uuid', { value: wrong.slice(0, 64) });
}

/** A command has a text, a playbook is named; the other of the two says nothing. @throws InvalidInput, CodedError job_command_refused */
function checkContent(deps: JobDeps, next: Row, values: Row): void {
  if (named(next, 'type') === 'playbook') {
    if (!next.playbook) throw InvalidInput.on('playbook', 'required');
    return;
  }
  values.playbook = null;
  // A choice of the definition.
  const order = { module: named(next, 'module') as Order['module'], args: named(next, 'args') };
  checkText(order.module, order.args);
  refuseListed(deps, order);
}

const named = (row: Row, name: keyof JobRow): string => String(row[name] ?? '');

const keptBy = (ctx: Context) =>
  ctx.tx
    .selectFrom('jobs as j')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where(jobRows(ctx, 'j'))
    .where('j.instant', '=', false)
    .executeTakeFirstOrThrow();

export function jobBehaviour(deps: JobDeps): Behaviour {
  return {
    rows: narrowedRows(jobRows, () => {
      requireOn(deps.settings);
      return EVERYBODY;
    }),
    listed: () => eb(at('t')('instant'), '=', false),
    async prepare(ctx, write) {
      requireOn(deps.settings);
      const { values, before, verb } = write;
      checkIds(values, 'assets');
      checkIds(values, 'nodes');
      const next: Row = { ...before, playbook: before?.playbook_id, ...values };
      checkContent(deps, next, values);
      if (values.parameters_define !== undefined) values.parameters_define = readDefinitions(values.parameters_define);
      if ((next.assets as string[]).length === 0 && (next.nodes as string[]).length === 0)
        throw new InvalidInput({ assets: [{ code: 'no_assets' }] });
      if (next.instant === true) values.is_periodic = false;
      else checkSchedule(write);
      // Whoever gives none has it called by something: clients know jobs by their names.
      if (values.name !== undefined || verb === 'create') values.is_named = named(next, 'name') !== '';
      if (named(next, 'name') === '') values.name = `job-${randomBytes(6).toString('hex')}`;
      planNext(ctx, write, { ...next, ...values });
      if (verb === 'create') {
        values.creator_id = ctx.actor.id;
        await limitKept(ctx, { what: 'jobs', write, count: () => keptBy(ctx), max: MAX_KEPT });
      } else if (
        before &&
        CONTENT.some(
          (name) =>
            values[name] !== undefined &&
            JSON.stringify(values[name]) !== JSON.stringify(before[name === 'playbook' ? 'playbook_id' : name]),
        )
      )
        values.version = Number(before.version) + 1;
    },
    async written(ctx, { row, verb, body }) {
      const now = (verb === 'create' && row.instant === true) || body.run_after_save === true || body.run_after_save === 'true';
      if (!now) return;
      // Of one job: the kernel stored it.
      const stored = row as JobRow;
      const id = await startRun(deps, ctx, stored, { trigger: 'manual', parameters: body.parameters });
      const runs = started.get(ctx.tx) ?? new Map<string, string>();
      started.set(ctx.tx, runs.set(stored.id, id));
    },
    computed: {
      creator: async (_ctx, rows) => new Map(rows.map((row) => [named(row, 'id'), row.creator_id])),
      periodic_display: scheduleTexts,
      task_id: async (ctx, rows) => new Map(rows.map((row) => [named(row, 'id'), started.get(ctx.tx)?.get(named(row, 'id')) ?? null])),
      ...runsOf,
    },
  };
}
