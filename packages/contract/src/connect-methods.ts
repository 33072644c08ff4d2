/** Ways to open a session, by component and protocol (docs/decisions/0080). */
interface ConnectMethod {
  component: string;
  type: 'web' | 'native';
  endpoint_protocol: string;
  value: string;
  label: string;
}

/** A remote application as a way to open a session; it is greyed out while nothing could serve it. */
interface AppletItem {
  component: 'tinker';
  type: 'applet';
  listen: 'rdp';
  value: string;
  label: string;
  icon: string;
  disabled: boolean;
}

/** A remote application that may be used. */
export interface AppletMethod extends Pick<AppletItem, 'value' | 'label' | 'icon'> {
  protocols: readonly string[];
  /** A host could serve it now. */
  ready: boolean;
}

/** Component types that carry the sessions of remote applications, in the browser or for a native client. */
export const APPLET_CARRIERS: readonly string[] = ['lion', 'guacamole', 'razor', 'xrdp'];

/** Systems that clients run on, as far as it matters which native client is theirs. */
export const CLIENT_SYSTEMS = ['windows', 'mac', 'linux', 'unknown'] as const;
type ClientSystem = (typeof CLIENT_SYSTEMS)[number];

interface Carried extends Omit<ConnectMethod, 'endpoint_protocol'> {
  protocols: readonly string[];
  /** Of native clients: where they are at home; everywhere unless told. */
  systems?: readonly ClientSystem[];
  /** Setting that takes it away while it is off. */
  setting?: 'TERMINAL_KOKO_SSH_ENABLED' | 'TERMINAL_MAGNUS_ENABLED' | 'TERMINAL_RAZOR_ENABLED';
}

const TERMINALS = ['ssh', 'telnet', 'mysql', 'postgresql', 'sqlserver', 'mariadb', 'redis', 'mongodb', 'k8s', 'clickhouse'] as const;

const CARRIED: readonly Carried[] = [
  { component: 'koko', type: 'web', value: 'web_cli', label: 'Web CLI', protocols: TERMINALS },
  { component: 'koko', type: 'web', value: 'web_sftp', label: 'Web SFTP', protocols: ['ssh'] },
  {
    component: 'koko',
    type: 'native',
    value: 'ssh',
    label: 'SSH',
    protocols: ['ssh'],
    systems: ['mac', 'linux', 'unknown'],
    setting: 'TERMINAL_KOKO_SSH_ENABLED',
  },
  {
    component: 'koko',
    type: 'native',
    value: 'putty',
    label: 'PuTTY',
    protocols: ['ssh'],
    systems: ['windows'],
    setting: 'TERMINAL_KOKO_SSH_ENABLED',
  },
  {
    component: 'chen',
    type: 'web',
    value: 'web_gui',
    label: 'Web GUI',
    protocols: ['mysql', 'postgresql', 'oracle', 'sqlserver', 'mariadb'],
  },
  { component: 'lion', type: 'web', value: 'web_gui', label: 'Web GUI', protocols: ['rdp', 'vnc'] },
  { component: 'kael', type: 'web', value: 'web_gui', label: 'Web GUI', protocols: ['chatgpt'] },
  {
    component: 'magnus',
    type: 'native',
    value: 'db_client',
    label: 'DB Client',
    protocols: ['mysql', 'postgresql', 'oracle', 'mariadb', 'redis'],
    setting: 'TERMINAL_MAGNUS_ENABLED',
  },
  { component: 'razor', type: 'native', value: 'mstsc', label: 'Remote Desktop', protocols: ['rdp'], setting: 'TERMINAL_RAZOR_ENABLED' },
];

/** Known to clients, and offered by none: a licence of its own decides whether somebody has it. */
const XSHELL: Carried = { component: 'koko', type: 'native', value: 'xshell', label: 'Xshell', protocols: ['ssh'] };

/** What a way to connect is called; one that is not known here, such as an application of a host, is called by its value. */
export const connectMethodName = (value: string): string => [...CARRIED, XSHELL].find((one) => one.value === value)?.label ?? value;

const methodFor = ({ component, type, value, label }: Carried, protocol: string): ConnectMethod => ({
  component,
  type,
  endpoint_protocol: type === 'web' ? 'http' : protocol,
  value,
  label,
});

/** A component that lives, and what it said when it joined that it can carry, as `protocol/value`; null means all of its type. */
export interface Carrier {
  type: string;
  methods: readonly string[] | null;
}

interface Wanted {
  /** Values that rules keep from this person. */
  refused: ReadonlySet<string>;
  /** Native clients of one system, or of all of them. */
  system: ClientSystem | 'all';
  /** Only these protocols; all unless told. */
  protocols?: ReadonlySet<string> | undefined;
  /** Whether a setting is on. */
  on(setting: NonNullable<Carried['setting']>): boolean;
}

/** Methods by protocol that some living component serves. However many serve one, it is there once. */
export function connectMethods(alive: readonly Carrier[], { refused, system, protocols, on }: Wanted): Record<string, ConnectMethod[]> {
  const offered: Record<string, ConnectMethod[]> = {};
  for (const one of CARRIED) {
    if (refused.has(one.value) || (one.setting && !on(one.setting))) continue;
    if (system !== 'all' && one.systems && !one.systems.includes(system)) continue;
    const carriers = alive.filter(({ type }) => type === one.component);
    for (const protocol of one.protocols) {
      if (protocols && !protocols.has(protocol)) continue;
      if (!carriers.some(({ methods }) => methods === null || methods.includes(`${protocol}/${one.value}`))) continue;
      offered[protocol] = [...(offered[protocol] ?? []), methodFor(one, protocol)];
    }
  }
  return offered;
}

/** Adds remote applications to what is offered. One that is called like a way of our own is not offered: tokens name both alike. */
export function withApplets(
  offered: Readonly<Record<string, readonly ConnectMethod[]>>,
  applets: readonly AppletMethod[],
  alive: readonly Carrier[],
  { refused, protocols }: Pick<Wanted, 'refused' | 'protocols'>,
): Record<string, (ConnectMethod | AppletItem)[]> {
  const all: Record<string, (ConnectMethod | AppletItem)[]> = Object.fromEntries(
    Object.entries(offered).map(([protocol, methods]) => [protocol, [...methods]]),
  );
  const carried = alive.some(({ type }) => APPLET_CARRIERS.includes(type));
  for (const { value, label, icon, ready, protocols: own } of applets) {
    if (refused.has(value) || isOwnMethod(value)) continue;
    const item: AppletItem = { value, label, type: 'applet', icon, disabled: !ready || !carried, listen: 'rdp', component: 'tinker' };
    for (const protocol of new Set(own)) if (!protocols || protocols.has(protocol)) all[protocol] = [...(all[protocol] ?? []), item];
  }
  return all;
}

/** Whether a value is a way of connecting by itself, whatever the protocol. */
export const isOwnMethod = (value: string): boolean => [...CARRIED, XSHELL].some((one) => one.value === value);

/** The method of a protocol by its value, whether or not anything serves it at the moment. */
export function connectMethod(value: string, protocol: string): ConnectMethod | undefined {
  const carried = protocol === 'sftp' ? 'ssh' : protocol;
  const found = [...CARRIED, XSHELL].find((one) => one.value === value && one.protocols.includes(carried));
  return found && methodFor(found, carried);
}

/** The system that a browser says it runs on. */
export function systemOf(userAgent: string): ClientSystem {
  if (/windows/i.test(userAgent)) return 'windows';
  if (/macintosh|mac os/i.test(userAgent)) return 'mac';
  return /linux/i.test(userAgent) ? 'linux' : 'unknown';
}
