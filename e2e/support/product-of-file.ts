import { forThisFile } from '@postern/testkit/for-this-file';
import { apiOf } from './actors.ts';
import { type Browser, newPerson, type Person, type PersonOptions, startBrowser } from './browser.ts';
import { startSession } from './console.ts';
import { ownPages } from './own-pages.ts';
import { ADMIN_PASSWORD, type Postern, type PosternOptions, startPostern } from './postern.ts';
import { confirmTerms, setNativeScene, startScene } from './scene.ts';

/** Who comes to the product of a file: the administrator, logged in, in a browser profile of their own. */
const administratorOf =
  (browser: Browser, postern: () => Postern) =>
  (profile: Omit<PersonOptions, 'origin'> = {}): Person =>
    forThisFile(
      async () => {
        const person = await newPerson(browser, { origin: postern().origin, ...profile });
        await startSession(person.page, 'admin', ADMIN_PASSWORD);
        return person;
      },
      (it) => it.close(),
    );

const browserOfFile = (): Browser => forThisFile(startBrowser, (it) => it.close());

/** A product and a browser for the tests of one file, pages of several people in it, and what its administrator may ask of it. */
export function productOfFile(options?: PosternOptions) {
  const postern = forThisFile(
    () => startPostern(options),
    (it) => it.stop(),
  );
  const browser = browserOfFile();
  const pages = forThisFile(
    () => ownPages(browser, postern),
    (it) => it.close(),
  );
  const api = forThisFile(async () => {
    await confirmTerms(postern.origin, 'admin', ADMIN_PASSWORD);
    return apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  });
  return { postern, browser, pages, api, administrator: administratorOf(browser, () => postern) };
}

/** A product with a machine that people connect to, and a browser, for the tests of one file. */
export function machineOfFile(asset: string) {
  const scene = forThisFile(
    () => setNativeScene(asset),
    (it) => it.stop(),
  );
  const browser = browserOfFile();
  return { scene, browser, administrator: administratorOf(browser, () => scene.postern) };
}

/** The scene that has something on every screen, its product and a browser, for the tests of one file. */
export function sceneOfFile() {
  const here = forThisFile(startScene, (it) => it.stop());
  return { postern: forThisFile(() => here.postern), browser: forThisFile(() => here.browser), scene: forThisFile(() => here.scene) };
}
