import type { ConnectionSecret } from '@postern/contract/component';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { ANN_COOKIE, type World } from './world.ts';

/** A shell in the browser, with a prompt as people have it and no history, and the id of its session. */
export async function openPromptShell(world: World, grant: ConnectionSecret): Promise<{ page: Page; id: string }> {
  const page = openPage(world.gateway.port, `token=${world.token(grant)}`, { cookie: ANN_COOKIE });
  const id = JSON.parse((await page.frame('TERMINAL_SESSION')).data).session.id;
  page.type('PS1="user@web:~\\$ "; HISTFILE=/dev/null; echo re""ady\r');
  await page.see(/ready\r\n.*user@web:~\$ $/s);
  return { page, id };
}
