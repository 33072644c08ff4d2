import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readSettings, type Settings } from '../platform/config/settings.ts';
import { up } from '../supervise/up.ts';
import { startPreparing } from './preparing.ts';
import { told } from './told.ts';

/** Runs the whole product, with a demo in it where one is wanted. @returns the code to exit with */
export async function runUp(settings: Settings, given: { demo: boolean; movePorts: boolean }): Promise<number> {
  const upSettings = {
    dataDir: settings.dataDir,
    httpHost: settings.httpHost,
    httpPort: settings.httpPort,
    serverWorkers: settings.serverWorkers,
    gatewayPort: settings.gatewayPort,
    sshPort: settings.sshPort,
    ...(settings.localPort === undefined ? {} : { localPort: settings.localPort }),
    secure: settings.tls !== undefined,
    ...(settings.databaseUrl ? { databaseUrl: settings.databaseOwnerUrl ?? settings.databaseDirectUrl ?? settings.databaseUrl } : {}),
    env: process.env,
  };
  const demo = given.demo ? await (await import('../demo/machines.ts')).demoMachines(upSettings) : undefined;
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  // Servers get it from nowhere else: no setting, and nothing in a database, makes a demo of an installation.
  const flags: string[] = [];
  const preparing = startPreparing(settings.dataDir);
  try {
    return await up({
      settings: upSettings,
      movePorts: given.demo || given.movePorts,
      ...(demo ? { extra: { ...demo.extra, serverFlags: () => flags } } : {}),
      migrate: async (ownerUrl, port) => {
        if (!demo || port === undefined) return (await preparing.bring({ ownerUrl })).url;
        await demo.keep(port);
        const { url, demoPeople } = await preparing.bring({ ownerUrl, demo: { password: demo.password, port } });
        if (demoPeople) flags.push('--demo-people', demoPeople);
        return url;
      },
      print: (line) => void process.stdout.write(`${line}\n`),
    });
  } finally {
    preparing.stop();
  }
}

/** `postern up`, without the rest of the commands: this process stays, and is to stay small. */
export const upCommand = (argv: readonly string[]): Promise<number> =>
  told(() => {
    const { values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { demo: { type: 'boolean' }, 'free-ports': { type: 'boolean' } },
    });
    return runUp(readSettings(), { demo: values.demo === true, movePorts: values['free-ports'] === true });
  });
