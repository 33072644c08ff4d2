import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the maintenance database of the suites' PostgreSQL; its password dies with the run. */
    postgresUrl: string;
    /** URL of the template as the role of the running product, which does not own its tables. */
    runtimeUrl: string;
  }
}

const START_MS = 300_000;

/** Starts the PostgreSQL of all suites as a process of Node's own, as in production, and stops it after the last one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const child = fork(fileURLToPath(new URL('./prepare-postgres.ts', import.meta.url)), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { postgresUrl, runtimeUrl } = await new Promise<{ postgresUrl: string; runtimeUrl: string }>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('PostgreSQL for the tests did not start')), START_MS);
    child.once('exit', (code) => reject(new Error(`PostgreSQL for the tests ended with code ${code}`)));
    child.once('message', (message: { postgresUrl: string; runtimeUrl: string }) => {
      clearTimeout(limit);
      resolve(message);
    });
  });
  project.provide('postgresUrl', postgresUrl);
  project.provide('runtimeUrl', runtimeUrl);
  return () =>
    new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.disconnect();
    });
}
