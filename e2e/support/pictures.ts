import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientOf } from '@postern/testkit/client';
import { apiOf } from './actors.ts';
import { newPerson, type Person, shootFailure, startBrowser } from './browser.ts';
import { logIn } from './console.ts';
import { takePicture } from './picture.ts';
import { ADMIN_PASSWORD, startPostern } from './postern.ts';
import { screenHere, visit } from './screen-here.ts';
import { connectTo, see, typeLine } from './terminal.ts';
import { until } from './until.ts';

// Draws the pictures of the README from the demo: `node e2e/support/pictures.ts`, once the apps are built. The demo's
// machines listen on fixed addresses, so no other demo may run meanwhile.

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const MAX_BYTES = 300_000;

async function keep(person: Person, name: string): Promise<void> {
  const path = join(folder, `${name}.png`);
  await screenHere(person.page);
  await takePicture(person.page, path, { caret: 'hide' });
  const { size } = statSync(path);
  if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes; the README should stay light`);
  process.stdout.write(`${path}: ${size} bytes\n`);
}

mkdirSync(folder, { recursive: true });
const postern = await startPostern({ flags: ['--demo'] });
const browser = await startBrowser();
try {
  const [, password = ''] = await until('the password of the demo people', 20_000, async () => /password: (Demo-\S+)/.exec(postern.log()));
  const admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  await clientOf(admin).profile.partialUpdate({ is_first_login: false });

  const visitor = await newPerson(browser, { origin: postern.origin });
  await logIn(visitor.page, 'admin', ADMIN_PASSWORD);
  await visitor.page.waitForURL('**/ui/**');
  await visit(visitor.page, '/ui/console/assets/assets');
  await visitor.page.getByRole('treeitem', { name: /Production/ }).waitFor();
  await screenHere(visitor.page);
  await visitor.page
    .getByRole('treeitem', { name: /Production/ })
    .locator('.ant-tree-switcher, [class*="switcher"]')
    .first()
    .click();
  await screenHere(visitor.page);
  await visitor.page.mouse.move(700, 890);
  await keep(visitor, 'console');

  const mei = await newPerson(browser, { origin: postern.origin, colorScheme: 'dark' });
  await logIn(mei.page, 'mei.lin', password, '/luna/');
  await mei.page.waitForURL('**/luna/**');
  await connectTo(mei.page, 'shop-web-01').catch(async (error: unknown) => {
    await shootFailure(mei.page, 'picture');
    throw error;
  });
  for (const line of ['hostname', 'uptime', 'ps', 'df', 'cat /var/log/shop/access.log', 'cat /etc/nginx/nginx.conf']) {
    await typeLine(mei.page, line);
    await see(mei.page, line);
  }
  await mei.page
    .getByRole('textbox', { name: /^Search/ })
    .first()
    .fill('');
  await screenHere(mei.page);
  await keep(mei, 'terminal');
} finally {
  await postern.stop();
}
// The browser ends with this process.
process.exit();
