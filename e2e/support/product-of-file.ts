import { forThisFile } from '@postern/testkit/for-this-file';
import { apiOf } from './actors.ts';
import { startBrowser } from './browser.ts';
import { ownPages } from './own-pages.ts';
import { ADMIN_PASSWORD, startPostern } from './postern.ts';
import { confirmTerms } from './scene.ts';

/** A product and a browser for the tests of one file, pages of several people in it, and what its administrator may ask of it. */
export function productOfFile() {
  const postern = forThisFile(
    () => startPostern(),
    (it) => it.stop(),
  );
  const browser = forThisFile(startBrowser, (it) => it.close());
  const pages = forThisFile(
    () => ownPages(browser, postern),
    (it) => it.close(),
  );
  const api = forThisFile(async () => {
    await confirmTerms(postern.origin, 'admin', ADMIN_PASSWORD);
    return apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  });
  return { postern, browser, pages, api };
}
