import { InvalidInput } from '@postern/contract/errors';
import { ORG } from '@postern/contract/ids';
import { render } from '@postern/contract/text';
import { type Behaviour, type Context, insert, type Kernel, type Row, type RowOf, readReferences } from '@postern/resource';
import { inEveryOrganisation } from '../../platform/context.ts';
import { ANYBODY, levelOf } from './deciders.ts';
import { type FlowRule, flowRows, isCommon, STRATEGIES, ticketFlow } from './flow.resource.ts';
import { displayOf } from './reviewers.ts';

type Flow = RowOf<typeof ticketFlow> & Row;

const FURTHER: FlowRule = { strategy: 'super_admin', assignees: [] };

const homeOf = ({ org }: Pick<Context, 'org'>): string => (org.isRoot ? ORG.ROOT : org.id);

/** The levels of flows as they are answered: who decides by name, and who that would be now. */
async function rulesOf(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const flow of rows as readonly Flow[]) {
    const { id, rules } = flow;
    const levels = [];
    for (const [at, rule] of rules.entries()) {
      // One for all holds in the organisation of whoever looks.
      const { people } = await levelOf(ctx, rule, isCommon(flow) ? homeOf(ctx) : flow.org_id, ANYBODY);
      const { value, label } = STRATEGIES.find((one) => one.value === rule.strategy) ?? STRATEGIES[0];
      levels.push({
        level: at + 1,
        strategy: { value, label: render(label, ctx.language) },
        assignees_read_only: rule.strategy === 'custom_user' ? rule.assignees : [],
        assignees_display: people.map(displayOf),
      });
    }
    found.set(String(id), levels);
  }
  return found;
}

/**
 * Reads the levels of a body: as many as it says, and people who are there where they are named.
 * @throws InvalidInput under `rules`
 */
async function checkedRules(kernel: Kernel, ctx: Context, given: readonly FlowRule[], levels: number): Promise<FlowRule[]> {
  if (given.length < levels) throw InvalidInput.on('rules', 'required');
  const rules: FlowRule[] = [];
  for (const { strategy, assignees } of given.slice(0, levels)) {
    const custom = strategy === 'custom_user';
    if (custom && assignees.length === 0) throw InvalidInput.on('rules', 'required');
    const people = custom ? await readReferences(kernel.byName('user'), inEveryOrganisation(ctx), 'rules', assignees) : [];
    rules.push({ strategy, assignees: people.map(String) });
  }
  return rules;
}

/**
 * Flows: one for all organisations, and one of its own for each that wants another. Who changes the common one from within an organisation makes
 * that organisation's own; the common one stays as it is.
 */
export const flowBehaviour = (kernel: () => Kernel): Behaviour => ({
  rows: flowRows,
  computed: { rules: rulesOf },
  async prepare(ctx, write) {
    // An organisation's own is made below, of what was read already.
    if (write.verb === 'create') return;
    const { values } = write;
    const before = write.before as Flow;
    const levels = Number(values.approval_level ?? before.approval_level);
    // A level that is only counted, and of which nothing is said, is decided by administrators of the system.
    const given = (values.rules ?? [...before.rules, FURTHER]) as readonly FlowRule[];
    values.rules = await checkedRules(kernel(), ctx, given, levels);
    if (!isCommon(before) || ctx.org.isRoot) return;
    const own = { type: before.type, approval_level: levels, rules: values.rules, org_id: ctx.org.id };
    write.instead = await insert(kernel().byName(ticketFlow.name), ctx, own);
  },
});
