import type { SettingsReader } from '@postern/contract/settings';

export interface DirectoryServer {
  host: string;
  port: number;
  /** From the first byte (LDAPS). */
  tls: boolean;
}

/** Which directory, how it is asked, and what its words for people are. */
export interface DirectoryConfig {
  /** In the order in which they are tried. */
  servers: readonly DirectoryServer[];
  /** Plain connections are encrypted before anything is said over them. */
  startTls: boolean;
  /** PEM certificates to trust in place of the public ones; empty for the public ones. */
  ca: string;
  /** Who looks people up; empty for nobody. */
  bindDn: string;
  bindPassword: string;
  /** Below which entries people are looked for. */
  bases: readonly string[];
  /** With `%(user)s` where the name stands. */
  filter: string;
  /** Its names for what we call username, name, email, phone, is_active and groups. */
  attributes: Readonly<Record<string, string>>;
  /** Who is in a group is in those that it is in. */
  nested: boolean;
  /** What else is asked for of people: what rules of admission look at. */
  also: readonly string[];
  connectMs: number;
  pageSize: number;
}

const PORT = { ldap: 389, ldaps: 636 };
const MAX_SERVERS = 8;
const MAX_BASES = 32;

/** Servers of a text, divided by blanks or commas. @returns undefined when one of them is none */
export function readServers(text: string): DirectoryServer[] | undefined {
  const servers = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, MAX_SERVERS)
    .map((part) => {
      const url = URL.parse(part);
      const scheme = url?.protocol === 'ldaps:' ? 'ldaps' : url?.protocol === 'ldap:' ? 'ldap' : undefined;
      if (!url?.hostname || !scheme || url.username || url.password || !['', '/'].includes(url.pathname)) return undefined;
      return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || PORT[scheme], tls: scheme === 'ldaps' };
    });
  return servers.length > 0 && servers.every((server) => server !== undefined) ? (servers as DirectoryServer[]) : undefined;
}

export const serverName = ({ host, port, tls }: DirectoryServer): string => `${tls ? 'ldaps' : 'ldap'}://${host}:${port}`;

/** As the settings have it. Values of a form that is not saved yet go over them. */
export function directoryConfig(
  settings: SettingsReader,
  given: Readonly<Record<string, unknown>> = {},
  also: readonly string[] = [],
): DirectoryConfig {
  const of = <K extends Parameters<SettingsReader['get']>[0]>(key: K) =>
    (given[key] === undefined ? settings.get(key) : given[key]) as ReturnType<typeof settings.get<K>>;
  return {
    servers: readServers(of('AUTH_LDAP_SERVER_URI')) ?? [],
    startTls: of('AUTH_LDAP_START_TLS'),
    ca: of('AUTH_LDAP_CA'),
    bindDn: of('AUTH_LDAP_BIND_DN'),
    bindPassword: of('AUTH_LDAP_BIND_PASSWORD'),
    bases: of('AUTH_LDAP_SEARCH_OU')
      .split('|')
      .map((base) => base.trim())
      .filter(Boolean)
      .slice(0, MAX_BASES),
    filter: of('AUTH_LDAP_SEARCH_FILTER'),
    attributes: of('AUTH_LDAP_USER_ATTR_MAP'),
    nested: of('AUTH_LDAP_NESTED_GROUPS'),
    also,
    connectMs: of('AUTH_LDAP_CONNECT_TIMEOUT') * 1_000,
    pageSize: of('AUTH_LDAP_SEARCH_PAGED_SIZE'),
  };
}
