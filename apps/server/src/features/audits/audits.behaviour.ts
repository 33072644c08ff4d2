import { render, type Text } from '@postern/contract/text';
import { type Behaviour, type Context, eb, type Kernel, type Row } from '@postern/resource';
import type { LoginFacts } from '../../platform/audit/login-log.ts';
import { tallyOf } from '../../platform/evidence-counts/tally.ts';
import { type PlaceNames, placeIn } from '../../platform/locations.ts';
import { perRow } from '../../platform/rows.ts';
import { loginRows, operateRows } from './log.rows.ts';
import { inCity } from './login.queries.ts';
import { BACKENDS, FACTORS, REASONS } from './reasons.ts';

/** What is audited and is no resource of the kernel, such as settings: what it and its parts are called. */
export type PlainWords = Readonly<Record<string, { label: Text; fields: Readonly<Record<string, Text>> }>>;

/** Label of a resource type in the reader's language; a type of an older version is shown as it is. */
export function resourceTypeLabel(kernel: Kernel, plain: PlainWords, ctx: Context, name: string): string {
  const label = kernel.resources.find((one) => one.name === name)?.label ?? (Object.hasOwn(plain, name) ? plain[name]?.label : undefined);
  return label ? label[ctx.language] : name;
}

export const operateLogBehaviour = (kernel: () => Kernel, plain: PlainWords): Behaviour => ({
  rows: operateRows,
  tally: tallyOf({ log: 'operate_logs', rows: operateRows, column: 'datetime' }),
  filters: {
    /** By model name or by the label the reader sees. */
    resource_type(ctx, value) {
      const names = kernel()
        .resources.filter((one) => one.name === value || one.label[ctx.language] === value)
        .map((one) => one.name);
      for (const [name, { label }] of Object.entries(plain)) if (label[ctx.language] === value) names.push(name);
      return eb('t.resource_type', 'in', names.length > 0 ? names : [value]);
    },
  },
  computed: {
    resource_type: async (ctx, rows) => perRow(rows, (row) => resourceTypeLabel(kernel(), plain, ctx, String(row.resource_type))),
  },
});

/** Words of a code; one of an older version is shown as it is. */
function shownWord(ctx: Context, words: Readonly<Record<string, Text>>, code: unknown): string {
  const found = words[String(code)];
  return found ? render(found, ctx.language) : String(code ?? '');
}

/** How it was proved who it is; rows from before there was any say nothing. */
const factsOf = (row: Row): LoginFacts => (row.facts ?? {}) as LoginFacts;

export const loginLogBehaviour: Behaviour = {
  rows: loginRows,
  // In an organisation only its members' are listed, which nobody has counted.
  tally: async (ctx, ...asked) =>
    ctx.org.isRoot ? tallyOf({ log: 'login_logs', rows: loginRows, column: 'datetime' })(ctx, ...asked) : undefined,
  filters: {
    /** As it is shown, or in English. */
    city: (ctx, value) => inCity(ctx.language, value),
  },
  computed: {
    city: async (ctx, rows) =>
      perRow(rows, (row) => (row.city === null ? null : placeIn(ctx.language, String(row.city), row.city_names as PlaceNames | null))),
    reason_display: async (ctx, rows) => perRow(rows, (row) => shownWord(ctx, REASONS, row.reason)),
    factor: async (ctx, rows) => perRow(rows, (row) => shownWord(ctx, FACTORS, factsOf(row).factor)),
    provider: async (_ctx, rows) =>
      perRow(rows, (row) => {
        const { source = '', provider = '' } = factsOf(row);
        return provider === '' || provider === source ? source : `${source}: ${provider}`;
      }),
    assurance: async (_ctx, rows) => perRow(rows, (row) => [factsOf(row).acr, factsOf(row).amr].filter(Boolean).join('; ')),
    login_id: async (_ctx, rows) => perRow(rows, (row) => factsOf(row).session ?? ''),
    is_known: async (_ctx, rows) => perRow(rows, (row) => factsOf(row).known ?? null),
    backend_display: async (ctx, rows) => perRow(rows, (row) => shownWord(ctx, BACKENDS, row.backend)),
  },
};
