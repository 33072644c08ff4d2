import type { Api } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createGroup, createHost, createUser } from '@postern/testkit/factories';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { apiOf } from './actors.ts';
import { type Browser, newPerson, type Person, shootFailure, startBrowser } from './browser.ts';
import { startSession } from './console.ts';
import { ADMIN_PASSWORD, type Postern, type PosternOptions, startPostern } from './postern.ts';
import { confirmTerms } from './scene.ts';
import { visit } from './screen-here.ts';
import { ELSEWHERE, type Walk, walkThrough } from './walk.ts';

export interface Walking {
  postern: Postern;
  api: Api;
  person: Person;
}

/** One installation and one browser for the tests of a file; a picture of every failure is kept. Ask for it within a test. */
export function walking(options: PosternOptions = {}): () => Walking {
  let postern: Postern;
  let browser: Browser;
  let api: Api;
  let person: Person;

  beforeAll(async () => {
    [postern, browser] = await Promise.all([startPostern(options), startBrowser()]);
    await confirmTerms(postern.origin, 'admin', ADMIN_PASSWORD);
    api = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
    await createGroup(api, { name: 'Harbour' });
    await createUser(api, { username: 'walker', name: 'Walker' });
    await createHost(api, { name: 'quay-1' });
    await clientOf(api).commandGroups.create({ name: 'Fatal', content: 'halt' });
    person = await newPerson(browser, { origin: postern.origin, acceptDownloads: true });
    await startSession(person.page, 'admin', ADMIN_PASSWORD);
    await visit(person.page, ELSEWHERE);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await postern?.stop();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await shootFailure(person.page, `walk-${task.name}`);
  });
  return () => ({ postern, api, person });
}

/** A test for each walk, on one installation. Its title stands in the file of the test, where tables look for it. */
export function testWalks(title: string, walks: readonly Walk[]): void {
  const scene = walking();
  test.each(walks)(title, async (spec) => {
    const { api, person } = scene();
    await walkThrough({ page: person.page, api, spec });
    expect(person.troubles()).toEqual([]);
  });
}
