import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { isGatewayAddress } from '@postern/contract/component';
import { CHAT_SERVICES, type ChatName } from '@postern/contract/settings-of-chat';
import { z } from 'zod';
import { isAddressEntry } from '../auth/address-list.ts';

/**
 * Everything that is settled before the server starts. This table is the only description of the environment: the
 * README's table is printed from it and `readSettings` refuses what does not fit.
 */
export interface SettingEntry {
  description: string;
  /** Shown in the table; the parser holds the real default. */
  default: string;
  schema: z.ZodType;
  /** Nobody is told its value, whatever they may. */
  secret?: true;
  /** Left out, it is read from a file in the data folder. */
  file?: true;
}

const port = (fallback: number) =>
  z.coerce.number({ error: 'must be a number' }).int().min(0).max(65535, { error: 'must be a port (0 to 65535)' }).default(fallback);
const optional = z
  .string()
  .transform((value) => value.trim() || undefined)
  .optional();
const flag = z
  .string()
  .default('')
  .refine((value) => ['', '0', '1', 'true', 'false'].includes(value.toLowerCase()), { error: 'must be true or false' })
  .transform((value) => ['1', 'true'].includes(value.toLowerCase()));
const list = z
  .string()
  .default('')
  .transform((value) => value.split(/[\s,]+/).filter(Boolean));
const networks = list.refine((entries) => entries.every((entry) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(entry)), {
  error: 'must be addresses or networks like 10.0.0.0/8',
});
/** A chat service, and the origin of whoever serves it. */
const isChatAddress = (entry: string): boolean => {
  const [, name = '', address = ''] = /^([a-z]+)=(https?:\/\/[^\s/@?#]+)\/?$/.exec(entry) ?? [];
  return CHAT_SERVICES.some((one) => one === name) && URL.canParse(address);
};
const systemZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function knownZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const ENVIRONMENT = {
  POSTERN_DATA_DIR: {
    description: 'Folder for the embedded database, keys, recordings and uploads.',
    default: '.postern in the current folder',
    schema: z.string().trim().min(1).default('.postern'),
  },
  POSTERN_HTTP_HOST: {
    description: 'Address on which the web port listens.',
    default: '0.0.0.0',
    schema: z.string().trim().min(1).default('0.0.0.0'),
  },
  POSTERN_HTTP_PORT: { description: 'The one public web port.', default: '8080', schema: port(8080) },
  POSTERN_SSH_PORT: { description: 'Public SSH port of the gateway.', default: '2222', schema: port(2222) },
  POSTERN_JOB_GATEWAY: {
    description: 'Host and port of the SSH door through which jobs reach machines, where the gateway runs elsewhere than the worker.',
    default: 'this machine, POSTERN_SSH_PORT',
    schema: optional.refine((value) => value === undefined || /^\[?[^\s\]]+\]?:\d{1,5}$/.test(value), { error: 'must be host:port' }),
  },
  POSTERN_GATEWAY_PORT: {
    description: 'Port of the gateway; the server of the same machine passes `/koko/` on to it by loopback.',
    default: '8081',
    schema: port(8081),
  },
  POSTERN_GATEWAY_HOST: {
    description:
      'Address on which the gateway listens for `/koko/`. Elsewhere than on loopback it opens sockets only for servers of the installation.',
    default: '127.0.0.1',
    schema: optional,
  },
  POSTERN_GATEWAY_ADDRESS: {
    description:
      'Where servers of other nodes reach that port of this gateway, as `https://host:port` or `http://host:port`: whoever watches, joins or comes back to a session there is handed to it, whatever node answers them.',
    default: 'none',
    schema: optional.refine((value) => value === undefined || isGatewayAddress(value), {
      error: 'must be http(s)://host:port and nothing else',
    }),
  },
  POSTERN_GATEWAY_NETWORKS: {
    description:
      'Addresses or networks of gateways of other nodes, separated by commas. Sockets, with the cookies of whoever comes, are handed to gateways there and to no other place that a component names.',
    default: 'none',
    schema: networks,
  },
  POSTERN_LOCAL_PORT: {
    description:
      'Loopback port on which the server answers this machine’s gateway without TLS. Opened only when the web port has a certificate or is not on loopback.',
    default: '8082',
    schema: port(8082),
  },
  DATABASE_URL: {
    secret: true,
    description: 'PostgreSQL 14 or newer. Left out, PostgreSQL runs inside the data folder.',
    default: '',
    schema: optional.refine((value) => value === undefined || /^postgres(ql)?:\/\//.test(value), { error: 'must start with postgres://' }),
  },
  DATABASE_OWNER_URL: {
    secret: true,
    description:
      'The same database as the owner of its tables, for migrations. DATABASE_URL is then a role that may not change logs. Left out, such a role is made, where DATABASE_URL may.',
    default: '',
    schema: optional.refine((value) => value === undefined || /^postgres(ql)?:\/\//.test(value), { error: 'must start with postgres://' }),
  },
  DATABASE_DIRECT_URL: {
    secret: true,
    description:
      'The same database past a pooler, where DATABASE_URL leads to one that gives out connections by transaction (PgBouncer): for messages between processes and, without DATABASE_OWNER_URL, for migrations.',
    default: '',
    schema: optional.refine((value) => value === undefined || /^postgres(ql)?:\/\//.test(value), { error: 'must start with postgres://' }),
  },
  POSTERN_ADMIN_PASSWORD: {
    secret: true,
    description: 'Password of the first administrator, used at the first start only. Left out, a random one is printed once.',
    default: 'random',
    schema: optional.refine((value) => value === undefined || value.length >= 8, { error: 'must have at least 8 characters' }),
  },
  POSTERN_SECRET_KEY: {
    secret: true,
    file: true,
    description:
      'Master key that wraps every stored secret; at least 32 characters. Several, separated by commas: the first wraps, the others still open.',
    default: 'random file in the data folder',
    schema: list.refine((keys) => keys.every((key) => key.length >= 32), { error: 'every key must have at least 32 characters' }),
  },
  POSTERN_BOOTSTRAP_TOKEN: {
    secret: true,
    file: true,
    description: 'Token with which gateways register; at least 16 characters.',
    default: 'random file in the data folder',
    schema: optional.refine((value) => value === undefined || value.length >= 16, { error: 'must have at least 16 characters' }),
  },
  POSTERN_LOCAL_PROOF: {
    secret: true,
    description: 'By which the gateway that `postern up` started proves itself to the server; `postern up` makes one at each start.',
    default: 'random',
    schema: optional.refine((value) => value === undefined || value.length >= 32, { error: 'must have at least 32 characters' }),
  },
  POSTERN_LICENCE_NAME: {
    description: 'Name in which the installation issues its licence to itself; used at the first start only.',
    default: 'host of the site’s address, or of the machine',
    schema: optional.refine((value) => value === undefined || value.length <= 128, { error: 'must have at most 128 characters' }),
  },
  POSTERN_TEST_LICENCE_KEY: {
    description:
      'Public key of throw-away licences, for trying out a vendor’s: read at the first start of an empty installation only, which is a test installation from then on, issues itself nothing, and says so on every page.',
    default: '',
    schema: optional.refine((value) => value === undefined || /^[A-Za-z0-9+/]{59}=$/.test(value), {
      error: 'must be an Ed25519 public key as `postern licence keygen` prints it',
    }),
  },
  POSTERN_TRUSTED_PROXIES: {
    description: 'Addresses or networks of proxies whose X-Forwarded-* headers are believed, separated by commas.',
    default: 'none',
    schema: networks,
  },
  POSTERN_OUTBOUND_ALLOW: {
    description:
      'Addresses, networks or ranges that Postern may fetch from whatever they are (own, local, link-local), also without TLS, separated by commas.',
    default: 'none',
    schema: list.refine((entries) => entries.every((entry) => entry !== '*' && isAddressEntry(entry)), {
      error: 'must be addresses, networks like 10.0.0.0/8 or ranges like 10.0.0.1-10.0.0.9',
    }),
  },
  POSTERN_CHAT_ADDRESSES: {
    description:
      'Where chat services are that a company runs itself, in place of the public ones: `wecom=https://chat.example.com`, separated by commas; also `dingtalk`, `feishu` and `slack`. Their secrets are sent there.',
    default: 'the public services',
    schema: list.refine((entries) => entries.every(isChatAddress), { error: 'must be entries like wecom=https://chat.example.com' }),
  },
  POSTERN_TLS_CERT: {
    description: 'Certificate chain file (PEM). With POSTERN_TLS_KEY the web port speaks HTTPS.',
    default: '',
    schema: optional,
  },
  POSTERN_TLS_KEY: { description: 'Private key file (PEM) of the certificate.', default: '', schema: optional },
  POSTERN_KNOWN_PASSWORDS: {
    description:
      'List of passwords that others know, refused as new ones: SHA-1 hashes, one a line in ascending order, with a count behind each or without. Read on the disk by halves, whatever its size.',
    default: '',
    schema: optional,
  },
  POSTERN_LOCATION_DATABASE: {
    description: 'Database of places by address (MaxMind format, `.mmdb`), read whole into memory: login logs then say from where.',
    default: '',
    schema: optional,
  },
  POSTERN_TIME_ZONE: {
    description: 'Zone of datetimes when a client names none.',
    default: 'zone of the machine',
    schema: z.string().default(systemZone).refine(knownZone, { error: 'is not a known time zone' }),
  },
  POSTERN_COOKIE_PREFIX: {
    description: 'Prefix of the session and CSRF cookies.',
    default: 'jms_',
    schema: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,32}$/, { error: 'may hold letters, digits, _ and -' })
      .default('jms_'),
  },
  POSTERN_SERVER_WORKERS: {
    description: 'Server processes of `postern up` at most. One runs from the start; another is called whenever those that run are busy.',
    default: 'processors of the machine, 4 at most',
    schema: z.coerce
      .number({ error: 'must be a number' })
      .int()
      .min(1)
      .max(64, { error: 'must be 1 to 64' })
      .default(Math.min(4, availableParallelism())),
  },
  POSTERN_DATABASE_POOL: {
    description: 'Database connections of a worker process, and of all server processes of `postern up` together.',
    default: '20',
    schema: z.coerce.number({ error: 'must be a number' }).int().min(2).max(500).default(20),
  },
  POSTERN_DRAIN_SECONDS: {
    description:
      'Seconds for which a gateway that is told to stop lets its sessions go on, and says so to their people. It ends earlier when nobody is left.',
    default: '10',
    schema: z.coerce.number({ error: 'must be a number' }).int().min(0).max(3600, { error: 'must be 0 to 3600 seconds' }).default(10),
  },
  POSTERN_LOG_LEVEL: {
    description: 'trace, debug, info, warn, error or silent.',
    default: 'info',
    schema: z
      .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], { error: 'must be one of trace, debug, info, warn, error, silent' })
      .default('info'),
  },
  POSTERN_DEV: { description: 'true adds the query count to answers and serves pages without caching.', default: 'false', schema: flag },
} as const satisfies Record<string, SettingEntry>;

type Environment = { [Name in keyof typeof ENVIRONMENT]: z.output<(typeof ENVIRONMENT)[Name]['schema']> };

/** A setting of the environment, as people who may see settings are told it. */
export interface FixedSetting {
  name: string;
  /** What is in force; null where nothing is. Of a secret never more than that. */
  value: string | null;
  secret: boolean;
  /** Who gave it. */
  source: 'environment' | 'file' | 'default';
}

/**
 * Names that the environment gave to `postern up`, which gives its processes some of its own beside them (supervise/processes.ts); without it, what a
 * process finds was given to it.
 */
export const GIVEN = 'POSTERN_GIVEN';

/** All settings of the environment, in the order of the table, with who gave each. Secrets are left out here, so that nothing behind this has them. */
function fixedSettings(env: Readonly<Record<string, string | undefined>>, values: Readonly<Record<string, unknown>>): FixedSetting[] {
  const named = env[GIVEN]?.split(' ');
  const entries: [string, SettingEntry][] = Object.entries(ENVIRONMENT);
  return entries.map(([name, { secret = false, file = false }]) => {
    const given = named ? named.includes(name) : Boolean(env[name]?.trim());
    const source = given ? 'environment' : file ? 'file' : 'default';
    if (secret) return { name, value: null, secret, source };
    const value = values[name];
    const told = Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
    return { name, value: told === '' ? null : told, secret, source };
  });
}

export interface Settings {
  /** What of all this people are told. */
  fixed: readonly FixedSetting[];
  dataDir: string;
  httpHost: string;
  httpPort: number;
  sshPort: number;
  /** The SSH door through which jobs reach machines. */
  jobGateway: { host: string; port: number };
  gatewayPort: number;
  /** Where the gateways of other nodes are. */
  gatewayNetworks: readonly string[];
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  /** Past the pooler that `databaseUrl` leads to; undefined where there is none. */
  databaseDirectUrl: string | undefined;
  adminPassword: string | undefined;
  secretKeys: readonly string[];
  bootstrapToken: string | undefined;
  localProof: string | undefined;
  licenceName: string | undefined;
  testLicenceKey: string | undefined;
  trustedProxies: readonly string[];
  outboundAllow: readonly string[];
  /** Origins of chat services that are not at their public addresses. */
  chatAddresses: Readonly<Partial<Record<ChatName, string>>>;
  tls: { certFile: string; keyFile: string } | undefined;
  /** Loopback port without TLS for the gateway beside the server; undefined when the web port itself serves as that. */
  localPort: number | undefined;
  knownPasswords: string | undefined;
  locationDatabase: string | undefined;
  timeZone: string;
  cookiePrefix: string;
  /** Server processes of `postern up` at most. */
  serverWorkers: number;
  databasePool: number;
  logLevel: string;
  dev: boolean;
}

/** Wrong settings, one line per variable. The process ends with sysexits' EX_CONFIG, so no supervisor starts it again. */
export class SettingsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

/** Where jobs find the SSH door: as given, else on this machine. */
function jobGateway(given: string | undefined, sshPort: number): Settings['jobGateway'] {
  if (given === undefined) return { host: '127.0.0.1', port: sshPort };
  const at = given.lastIndexOf(':');
  return { host: given.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(given.slice(at + 1)) };
}

/**
 * Reads all settings from an environment.
 * @throws SettingsError naming every variable that does not fit; values are never repeated, they may be secrets.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(ENVIRONMENT)) {
    const given = env[name];
    const result = entry.schema.safeParse(given === '' ? undefined : given);
    if (result.success) values[name] = result.data;
    else problems.push(`${name} ${result.error.issues[0]?.message ?? 'is not valid'}`);
  }
  // Every name of the table has been parsed by its own schema, or `problems` is not empty and we throw.
  const e = values as Environment;
  if (!problems.length && Boolean(e.POSTERN_TLS_CERT) !== Boolean(e.POSTERN_TLS_KEY))
    problems.push('POSTERN_TLS_CERT and POSTERN_TLS_KEY belong together: set both or none');
  if (!problems.length && e.DATABASE_OWNER_URL && !e.DATABASE_URL) problems.push('DATABASE_OWNER_URL is of no use without DATABASE_URL');
  if (!problems.length && e.DATABASE_DIRECT_URL && !e.DATABASE_URL) problems.push('DATABASE_DIRECT_URL is of no use without DATABASE_URL');
  if (problems.length) throw new SettingsError(problems);
  const onLoopback = ['0.0.0.0', '::', '127.0.0.1', 'localhost'].includes(e.POSTERN_HTTP_HOST);
  return {
    fixed: fixedSettings(env, values),
    dataDir: resolve(e.POSTERN_DATA_DIR),
    httpHost: e.POSTERN_HTTP_HOST,
    httpPort: e.POSTERN_HTTP_PORT,
    sshPort: e.POSTERN_SSH_PORT,
    jobGateway: jobGateway(e.POSTERN_JOB_GATEWAY, e.POSTERN_SSH_PORT),
    gatewayPort: e.POSTERN_GATEWAY_PORT,
    gatewayNetworks: e.POSTERN_GATEWAY_NETWORKS,
    databaseUrl: e.DATABASE_URL,
    databaseOwnerUrl: e.DATABASE_OWNER_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    adminPassword: e.POSTERN_ADMIN_PASSWORD,
    secretKeys: e.POSTERN_SECRET_KEY,
    bootstrapToken: e.POSTERN_BOOTSTRAP_TOKEN,
    localProof: e.POSTERN_LOCAL_PROOF,
    licenceName: e.POSTERN_LICENCE_NAME,
    testLicenceKey: e.POSTERN_TEST_LICENCE_KEY,
    trustedProxies: e.POSTERN_TRUSTED_PROXIES,
    outboundAllow: e.POSTERN_OUTBOUND_ALLOW,
    chatAddresses: Object.fromEntries(e.POSTERN_CHAT_ADDRESSES.map((entry) => entry.split('=', 2))),
    tls:
      e.POSTERN_TLS_CERT && e.POSTERN_TLS_KEY ? { certFile: resolve(e.POSTERN_TLS_CERT), keyFile: resolve(e.POSTERN_TLS_KEY) } : undefined,
    localPort: e.POSTERN_TLS_CERT || !onLoopback ? e.POSTERN_LOCAL_PORT : undefined,
    knownPasswords: e.POSTERN_KNOWN_PASSWORDS ? resolve(e.POSTERN_KNOWN_PASSWORDS) : undefined,
    locationDatabase: e.POSTERN_LOCATION_DATABASE ? resolve(e.POSTERN_LOCATION_DATABASE) : undefined,
    timeZone: e.POSTERN_TIME_ZONE,
    cookiePrefix: e.POSTERN_COOKIE_PREFIX,
    serverWorkers: e.POSTERN_SERVER_WORKERS,
    databasePool: e.POSTERN_DATABASE_POOL,
    logLevel: e.POSTERN_LOG_LEVEL,
    dev: e.POSTERN_DEV,
  };
}
