import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installOnce } from './install-once.ts';
import { freePort } from './ports.ts';
import { runServer } from './server-process.ts';

/** Azure Blob Storage as Microsoft gives it for tests: Azurite (npm), on a loopback port. It checks signatures. */
export interface Azurite {
  endpoint: string;
  /** Its one account, which is known to everybody (Azurite's README, "Default Storage Account"). */
  account: string;
  key: string;
  stop(): Promise<void>;
}

const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';
const PACKAGE = 'azurite@3.37.0';

/** Its folder. Not among the dependencies: 381 packages that one test needs. */
export const azuriteFolder = (): Promise<string> =>
  installOnce(PACKAGE, (path) =>
    promisify(execFile)('npm', ['install', '--prefix', path, '--ignore-scripts', '--no-audit', '--no-fund', PACKAGE]),
  );

/** It has no container: making one is the first thing that is done with it. */
export async function startAzurite(): Promise<Azurite> {
  const folder = await azuriteFolder();
  const port = await freePort();
  const program = `${folder}/node_modules/azurite/dist/src/blob/main.js`;
  const options = ['--blobHost', '127.0.0.1', '--blobPort', String(port), '--inMemoryPersistence', '--disableTelemetry', '--silent'];
  const { stop } = await runServer(process.execPath, [program, ...options], port, { asSelf: true });
  return { endpoint: `http://127.0.0.1:${port}`, account: ACCOUNT, key: KEY, stop };
}
