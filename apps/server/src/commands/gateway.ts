import { restartPolicy } from '../supervise/backoff.ts';
import { configurationExitCode, superviseProcess } from '../supervise/child.ts';
import { gatewayProcess } from '../supervise/processes.ts';
import { obeySignals } from '../supervise/signals.ts';
import { print } from './print.ts';
import { told } from './told.ts';

/**
 * `postern gateway`: a gateway on a machine without the rest, kept running as `postern up` keeps its own. It reads the environment
 * (docs/operations.md#gateways-on-other-machines).
 * @returns the code to exit with, once it was told to stop
 */
export async function runGateway(env: NodeJS.ProcessEnv): Promise<number> {
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();
  const gateway = superviseProcess(gatewayProcess(env), restartPolicy, {
    line: print,
    changed: () => undefined,
    misconfigured: () => end(configurationExitCode),
  });
  const signals = obeySignals(() => ({ stop: () => void gateway.stop().then(() => end(0)), kill: gateway.kill }));
  return ended.finally(signals.forget);
}

export const gatewayCommand = (): Promise<number> => told(() => runGateway(process.env));
