/** What is put together on the page of the quick command. Pure. */

import { type Parameter, readDefinitions, readValues, wireDefinitions } from './parameters.ts';

export const MODULES = ['shell', 'win_shell', 'python', 'sql'] as const;
export type Module = (typeof MODULES)[number];
export const POLICIES = ['skip', 'privileged_first', 'privileged_only'] as const;
export type Policy = (typeof POLICIES)[number];

export interface Targets {
  assets: readonly string[];
  /** Ids of nodes, or `favorite` and `ungrouped`. */
  nodes: readonly string[];
}
export const NO_TARGETS: Targets = { assets: [], nodes: [] };
export const isNobody = ({ assets, nodes }: Targets): boolean => assets.length === 0 && nodes.length === 0;

export interface Draft {
  targets: Targets;
  module: Module;
  args: string;
  runas: string;
  runas_policy: Policy;
  /** Seconds. */
  timeout: number;
  parallelism: number;
  /** What it asks for before it is run, and what was answered last. */
  parameters: readonly Parameter[];
  values: Readonly<Record<string, string>>;
}
export const FIRST: Draft = {
  targets: NO_TARGETS,
  module: 'shell',
  args: '',
  runas: 'root',
  runas_policy: 'skip',
  timeout: 60,
  parallelism: 20,
  parameters: [],
  values: {},
};

/** What keeps it from being run, if anything: a word of `jobs:quick.lacks.*`. */
export function lackOf({ targets, args, runas }: Draft): 'targets' | 'args' | 'runas' | undefined {
  if (isNobody(targets)) return 'targets';
  if (args.trim() === '') return 'args';
  return runas.trim() === '' ? 'runas' : undefined;
}

/** What is asked of the preview, and the first half of what is asked for a run. */
export const orderOf = ({ targets, module, args, runas, runas_policy, parameters, values }: Draft) => ({
  assets: targets.assets,
  nodes: targets.nodes,
  module,
  args,
  runas: runas.trim(),
  runas_policy,
  parameters_define: wireDefinitions(parameters),
  parameters: values,
});

const among = <T extends string>(all: readonly T[], value: unknown, otherwise: T): T => all.find((one) => one === value) ?? otherwise;

interface Stored {
  assets: readonly string[];
  nodes: readonly string[];
  module: { value: unknown };
  args: string;
  runas: string;
  runas_policy: { value: unknown };
  timeout: number;
  parallelism: number;
  parameters_define: unknown;
}

/** What a job was made of, as it was put together, with the values of a run of it. */
export const draftOf = (job: Stored, values: unknown): Draft => ({
  targets: { assets: job.assets, nodes: job.nodes },
  module: among(MODULES, job.module.value, 'shell'),
  args: job.args,
  runas: job.runas,
  runas_policy: among(POLICIES, job.runas_policy.value, 'skip'),
  timeout: job.timeout,
  parallelism: job.parallelism,
  parameters: readDefinitions(job.parameters_define),
  values: readValues(job.parameters_define, values),
});
