import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Where the system keeps programs, besides what the environment names. */
const SYSTEM = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];

const everywhere = (): string[] => [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM];

/** A program of the machine by its name, when it is there. */
export async function findProgram(name: string, folders: readonly string[] = everywhere()): Promise<string | undefined> {
  for (const folder of folders) {
    const file = join(folder, name);
    if (
      folder.startsWith('/') &&
      (await access(file, constants.X_OK).then(
        () => true,
        () => false,
      ))
    )
      return file;
  }
  return undefined;
}
