import type { Locator, Page } from 'playwright-core';

/** A dialog of the product: the source that draws it, the screen it stands over, and what opens it there. */
export interface DialogPlace {
  /** Below the root. */
  file: string;
  /** Their login; the administrator's without one. */
  who?: string;
  at: (ids: Readonly<Record<string, string>>) => string;
  /** Leads to where the opener is. */
  before?: (page: Page) => Promise<unknown>;
  /** Gets the focus, and Enter; the focus comes back to it. None: it comes by itself, and there is nothing to come back to. */
  opener?: (page: Page) => Locator;
  /** What is pressed instead of Enter. */
  key?: string;
  /** What is pressed after it, as on the entry of a menu; the focus then comes back to the opener of the menu. */
  entry?: string | RegExp;
  /** Leads on from what the opener opens, such as a question, to this dialog. */
  onwards?: (page: Page) => Promise<unknown>;
  /** It lies beside the page, which can be worked with meanwhile: keys go on from its end to the page. */
  beside?: true;
  /** Undoes what would stand in the way of the next dialog. */
  after?: (page: Page) => Promise<unknown>;
}

/** A button of the page by its name. */
export const button =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).first();
