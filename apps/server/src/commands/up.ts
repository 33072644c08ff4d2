import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readSettings, type Settings } from '../platform/config/settings.ts';
import { demoSshLine } from '../platform/demo-ssh-line.ts';
import { createPhases } from '../supervise/phases.ts';
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
  const notes: string[] = [];
  let user: string | undefined;
  const phases = createPhases({ live: process.stdout.isTTY === true, write: (text) => void process.stdout.write(text) });
  const preparing = startPreparing(settings.dataDir, (progress) =>
    'begins' in progress ? phases.begin(progress.begins) : phases.at(progress.at),
  );
  try {
    return await up({
      settings: upSettings,
      movePorts: given.demo || given.movePorts,
      ...(demo
        ? {
            extra: {
              ...demo.extra,
              serverFlags: () => flags,
              notes: ({ sshPort }) => (user ? [...notes, `From a terminal: ${demoSshLine(user, sshPort)}`] : notes),
            },
          }
        : {}),
      migrate: async (ownerUrl, port) => {
        if (!demo || port === undefined) return (await preparing.bring({ ownerUrl })).url;
        await demo.keep(port);
        const {
          url,
          demoPeople,
          demoUser,
          notes: told = [],
        } = await preparing.bring({ ownerUrl, demo: { password: demo.password, port } });
        if (demoPeople) flags.push('--demo-people', demoPeople);
        notes.push(...told);
        user = demoUser;
        return url;
      },
      print: phases.line,
      phases,
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
