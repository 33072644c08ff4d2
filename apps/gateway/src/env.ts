import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isGatewayAddress } from '@postern/contract/component';
import { z } from 'zod';

/** Everything the gateway is told from outside. The only file that reads the environment. */
const port = z.coerce.number().int().min(0).max(65_535);

const environment = z.object({
  /** Origin of the core, for example `http://127.0.0.1:8080`. */
  POSTERN_CORE_URL: z.url({ protocol: /^https?$/ }).transform((value) => new URL(value).origin),
  /** Registers this gateway when it has no access key yet. Left out: `bootstrap-token` in the data folder, read when it is needed. */
  POSTERN_BOOTSTRAP_TOKEN: z.string().min(1).max(256).optional(),
  /** Shows the core of the same machine that the same supervisor started both. */
  POSTERN_LOCAL_PROOF: z.string().min(32).max(256).optional(),
  /** Holds `gateway/access-key.json` and `gateway/spool/`. */
  POSTERN_DATA_DIR: z.string().min(1),
  /** Port of the HTTP server; the core hands `/koko/` on to it. */
  POSTERN_GATEWAY_PORT: port.default(8081),
  /** Where the HTTP server listens. Elsewhere than on loopback it opens sockets only for servers of the installation. */
  POSTERN_GATEWAY_HOST: z.string().trim().min(1).max(255).default('127.0.0.1'),
  /** Where the servers of other nodes reach the HTTP server; left out, they do not. */
  POSTERN_GATEWAY_ADDRESS: z
    .string()
    .trim()
    .transform((value) => value || undefined)
    .optional()
    .refine((value) => value === undefined || isGatewayAddress(value), { error: 'must be http(s)://host:port and nothing else' }),
  /** Public port of the SSH server. */
  POSTERN_SSH_PORT: port.default(2222),
  /** Seconds for which sessions go on when the gateway is told to stop. */
  POSTERN_DRAIN_SECONDS: z.coerce.number().int().min(0).max(3_600).default(10),
  POSTERN_GATEWAY_NAME: z.string().min(1).max(128).optional(),
  POSTERN_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

export interface GatewaySettings {
  coreUrl: string;
  bootstrapToken(): Promise<string>;
  localProof: string | undefined;
  dataDir: string;
  /** Where the HTTP server listens. */
  host: string;
  port: number;
  /** Where the servers of other nodes reach it. */
  address: string | undefined;
  sshPort: number;
  drainSeconds: number;
  name: string;
  logLevel: string;
}

/** Reads and checks the settings. Throws one error that names every wrong variable. */
export function readEnvironment(source: Readonly<Record<string, string | undefined>> = process.env): GatewaySettings {
  const parsed = environment.safeParse(source);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The gateway's settings are not usable.\n${problems.join('\n')}`);
  }
  const env = parsed.data;
  return {
    coreUrl: env.POSTERN_CORE_URL,
    bootstrapToken: async () =>
      env.POSTERN_BOOTSTRAP_TOKEN ?? (await readFile(join(env.POSTERN_DATA_DIR, 'bootstrap-token'), 'utf8')).trim(),
    localProof: env.POSTERN_LOCAL_PROOF,
    dataDir: env.POSTERN_DATA_DIR,
    host: env.POSTERN_GATEWAY_HOST,
    port: env.POSTERN_GATEWAY_PORT,
    address: env.POSTERN_GATEWAY_ADDRESS,
    sshPort: env.POSTERN_SSH_PORT,
    drainSeconds: env.POSTERN_DRAIN_SECONDS,
    name: env.POSTERN_GATEWAY_NAME ?? `[KoKo]-${hostname()}`,
    logLevel: env.POSTERN_LOG_LEVEL,
  };
}
