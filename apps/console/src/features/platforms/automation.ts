import { isRecord } from '@postern/contract/wire';
/** Actions that can be automated (docs/wire/assets.md#automation-methods), in the order they are shown. */
export const ACTIONS = ['ping', 'gather_facts', 'change_secret', 'push_account', 'verify_account', 'gather_accounts'] as const;
export type Action = (typeof ACTIONS)[number];

export interface Method {
  id: string;
  name: string;
}

/** What a type allows: part of its constraints. */
export type AutomationLimits = { ansible_enabled?: boolean } & { [K in Action as `${K}_enabled`]?: boolean } & {
  [K in Action as `${K}_methods`]?: Method[];
};

export type PlatformAutomation = { ansible_enabled?: boolean } & { [K in Action as `${K}_enabled`]?: boolean } & {
  [K in Action as `${K}_method`]?: string | null;
} & { [key: string]: unknown };

/** Switches an action on or off; what is on has a method, the first one unless another was chosen. */
export function choose(automation: PlatformAutomation, action: Action, on: boolean, methods: readonly Method[]): PlatformAutomation {
  const current = automation[`${action}_method`];
  const method = methods.some(({ id }) => id === current) ? current : (methods[0]?.id ?? null);
  return { [`${action}_enabled`]: on, ...(on ? { [`${action}_method`]: method } : {}) };
}

/** What a new platform starts with: all its type allows, by the first method of each. */
export function startAutomation(limits: AutomationLimits): PlatformAutomation {
  const start: PlatformAutomation = { ansible_enabled: limits.ansible_enabled === true };
  for (const action of ACTIONS) {
    if (limits[`${action}_enabled`] === true) Object.assign(start, choose(start, action, true, limits[`${action}_methods`] ?? []));
  }
  return start;
}

/** The editor of JSON keeps what is typed as text while it is none; only an object is a configuration. */
export const hasBrokenConfig = (automation: unknown): boolean => {
  const { ansible_enabled, ansible_config: config } = (automation ?? {}) as PlatformAutomation;
  return ansible_enabled === true && config !== undefined && !isRecord(config);
};
