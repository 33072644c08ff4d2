import { freePort } from '@postern/testkit/ports';
import type { ChildSpec } from '../src/supervise/child.ts';
import type { UpOptions } from '../src/supervise/up.ts';

/** A product on ports of its own, whose database somebody else runs. */
export const settingsIn = async (dataDir: string) => ({
  dataDir,
  httpPort: await freePort(),
  gatewayPort: await freePort(),
  sshPort: 0,
  env: {},
  databaseUrl: 'postgres://elsewhere',
});

/** Nothing but these processes. */
export const upOf = async (dataDir: string, processes: ChildSpec[], print: (line: string) => void): Promise<UpOptions> => ({
  settings: await settingsIn(dataDir),
  migrate: async () => undefined,
  print,
  processes: () => processes,
});
