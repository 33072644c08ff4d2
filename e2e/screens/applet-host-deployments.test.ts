import type { Json } from '@postern/testkit/api';
import { expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { newPerson, shoot } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';

// Deployments of a host of remote applications, as its page tells them.

const { postern, browser } = productOfFile();
test.each([
  ['en-GB', 'light', 1440, 'At work'],
  ['zh-CN', 'dark', 390, '执行中'],
] as const)('%s, %s, %i wide: a deployment is at work until an agent has reported', async (locale, colorScheme, width, words) => {
  const api = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const { body: host } = await api.post<Json>('terminal/applet-hosts/', { name: `desk-${width}`, address: '192.0.2.40' });
  await api.post('terminal/applet-host-deployments/', { host: host.id });
  const person = await newPerson(browser, { origin: postern.origin, locale, colorScheme });
  await startSession(person.page, 'admin', ADMIN_PASSWORD);
  await person.page.setViewportSize({ width, height: 900 });
  await visit(person.page, `/ui/settings/applets/hosts/${host.id}?activeTab=Deployment`);
  await person.page.getByText(words).first().waitFor();
  await shoot(person.page, `deployments-${locale}-${colorScheme}-${width}`);
  expect([...(await accessibility(person.page)), ...(await overflow(person.page))]).toEqual([]);
  expect(person.troubles()).toEqual([]);
  await person.close();
});
