import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UpSettings } from './processes.ts';

/** Name, below the data folder, of the file in which the first start leaves the administrator's password. */
export const firstPasswordFile = 'first-admin-password';

/**
 * Says, once all is up, where to go, who may, and how to stop it. The first password is printed this once.
 * @param notes of what runs besides
 */
export async function announce(settings: UpSettings, say: (line: string) => void, notes: readonly string[]): Promise<void> {
  const { dataDir, httpPort, sshPort, secure } = settings;
  say(`Ready: ${secure ? 'https' : 'http'}://localhost:${httpPort}/ui/`);
  const file = join(dataDir, firstPasswordFile);
  const password = await readFile(file, 'utf8').catch(() => null);
  if (password) say(`First administrator: admin   password: ${password.trim()}   (shown this once)`);
  else say('Log in as before: the password of the first administrator, admin, was printed at the first start');
  for (const note of notes) say(note);
  if (notes.length === 0 && sshPort > 0) say(`From a terminal: ssh -p ${sshPort} admin@localhost`);
  say('Ctrl-C stops it');
  if (password) await rm(file);
}
