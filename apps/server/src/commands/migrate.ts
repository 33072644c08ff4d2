import { assemble, firstAdministrator, seed } from '../app.ts';
import { becomeTestInstallation, licenseAtStart } from '../features/licence/index.ts';
import { bootPlatform } from '../platform/boot.ts';
import type { Settings } from '../platform/config/settings.ts';
import { migrate, readMigrations } from '../platform/database/migrate.ts';
import { provideRuntimeRole, unrestrictedWarning } from '../platform/database/runtime-role.ts';
import { prepareJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log.ts';
import { withPlatform } from './installation.ts';
import { print } from './print.ts';

/** What an installation is like after its database was brought up to date. */
interface UpToDate {
  /** With which the product runs: not the owner's where another role could be had. */
  url: string;
  /** The first administrator's, when the account was made now. */
  password: string | undefined;
}

/**
 * Schema, queues and rights as the owner; then, as the role of the running product, built-in rows, the licence and the first administrator.
 * @param name in which the licence is issued, unless a setting says another
 * @param heard how far the migrations are; without it each is printed
 */
export async function bringUpToDate(
  settings: Settings,
  ownerUrl: string,
  { name, heard }: { name?: string | undefined; heard?: (done: number, of: number) => void } = {},
): Promise<UpToDate> {
  const { testLicenceKey } = settings;
  const applied = await migrate(ownerUrl, await readMigrations(), heard);
  if (!heard) for (const one of applied) print(`Applied ${one}`);
  // Only looked at: which jobs there are.
  const owner = await bootPlatform(settings, ownerUrl, createLog(settings.logLevel, 'migrate'), 'postern migrate');
  await prepareJobs(ownerUrl, assemble(owner).jobs).finally(() => owner.stop());
  const { url, unrestricted } = await provideRuntimeRole(ownerUrl, settings.databaseUrl, owner.secrets);
  if (unrestricted) print(unrestrictedWarning(unrestricted));
  return withPlatform(settings, url, 'migrate', async (platform, assembly) => {
    await seed(platform, assembly);
    const password = await firstAdministrator(platform, settings.adminPassword);
    if (password && testLicenceKey)
      await platform.asSystem('test installation', (ctx) => becomeTestInstallation(ctx, platform.systemSettings, testLicenceKey));
    await licenseAtStart(platform, name);
    return { url, password };
  });
}
