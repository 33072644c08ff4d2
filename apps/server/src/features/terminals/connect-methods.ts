/** Ways to open a session, by protocol (contract/terminal.md §8). Only what a registered, living component can carry is offered. */
export interface ConnectMethod {
  component: string;
  type: 'web' | 'native';
  endpoint_protocol: string;
  value: string;
  label: string;
}

interface Carrier {
  component: string;
  protocols: readonly string[];
  value: string;
  label: string;
}

/** What each component type draws in the browser. Native clients arrive with the doors that serve them. */
const WEB: readonly Carrier[] = [
  {
    component: 'koko',
    protocols: ['ssh', 'telnet', 'mysql', 'postgresql', 'sqlserver', 'mariadb', 'redis', 'mongodb', 'k8s', 'clickhouse'],
    value: 'web_cli',
    label: 'Web CLI',
  },
  { component: 'koko', protocols: ['ssh'], value: 'web_sftp', label: 'Web SFTP' },
  { component: 'chen', protocols: ['mysql', 'postgresql', 'oracle', 'sqlserver', 'mariadb'], value: 'web_gui', label: 'Web GUI' },
  { component: 'lion', protocols: ['rdp', 'vnc'], value: 'web_gui', label: 'Web GUI' },
  { component: 'kael', protocols: ['chatgpt'], value: 'web_gui', label: 'Web GUI' },
];

/**
 * Methods by protocol for the components that are alive. `methods` is what a component said at registration it can
 * carry, as `protocol/value`; null (components of the reference) means all of its type. `refused` are values that rules
 * keep from this person.
 */
export function connectMethods(
  alive: readonly { type: string; methods: readonly string[] | null }[],
  refused: ReadonlySet<string>,
): Record<string, ConnectMethod[]> {
  const offered: Record<string, ConnectMethod[]> = {};
  for (const { component, protocols, value, label } of WEB) {
    if (refused.has(value)) continue;
    const carriers = alive.filter((one) => one.type === component);
    for (const protocol of protocols) {
      const carried = carriers.some((one) => one.methods === null || one.methods.includes(`${protocol}/${value}`));
      if (!carried) continue;
      const methods = offered[protocol] ?? [];
      methods.push({ component, type: 'web', endpoint_protocol: 'http', value, label });
      offered[protocol] = methods;
    }
  }
  return offered;
}
