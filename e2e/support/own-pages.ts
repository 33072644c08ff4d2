import type { Page } from 'playwright-core';
import { type Browser, newPerson, type Person } from './browser.ts';
import { startSession } from './console.ts';
import type { Postern } from './postern.ts';

/** Pages of several people, each in a browser profile of its own, which are closed together. */
export interface OwnPages {
  /** Of somebody who is not logged in. */
  newPage(locale?: string): Promise<Page>;
  pageOf(username: string, password: string, locale?: string): Promise<Page>;
  close(): Promise<unknown>;
}

export function ownPages(browser: Browser, { origin }: Pick<Postern, 'origin'>): OwnPages {
  const people: Person[] = [];
  async function newPage(locale = 'en-GB'): Promise<Page> {
    const person = await newPerson(browser, { origin, locale });
    people.push(person);
    return person.page;
  }
  return {
    newPage,
    async pageOf(username, password, locale) {
      const page = await newPage(locale);
      await startSession(page, username, password);
      return page;
    },
    close: () => Promise.all(people.map((one) => one.close())),
  };
}
