import type { Page } from 'playwright-core';

// The function below runs in the page. Of its world it needs this little.
interface Part {
  textContent: string | null;
  clientWidth: number;
  scrollWidth: number;
  clientHeight: number;
  scrollHeight: number;
  querySelector: (selector: string) => Part | null;
  querySelectorAll: (selector: string) => Iterable<Part>;
  getBoundingClientRect: () => { left: number; right: number; width: number };
}
declare const document: Part;

/** What does not fit in the tables of a page as they stand: words of heads, tables wider than their place, buttons of rows. */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const scroller of document.querySelectorAll('.s-table-scroll')) {
      const { right } = scroller.getBoundingClientRect();
      if (scroller.scrollWidth > scroller.clientWidth) found.push(`the table takes ${scroller.scrollWidth} px of ${scroller.clientWidth}`);
      for (const head of scroller.querySelectorAll('th')) {
        const words = head.querySelector('.s-head-text, .s-sort > span') ?? head;
        if (words.scrollWidth > words.clientWidth)
          found.push(`"${words.textContent}" takes ${words.scrollWidth} px of ${words.clientWidth}`);
      }
      for (const actions of scroller.querySelectorAll('td.s-actions')) {
        const buttons = actions.querySelector('.s-row-actions');
        if (buttons && buttons.getBoundingClientRect().right > right)
          found.push(`"${buttons.textContent}" ends ${buttons.getBoundingClientRect().right - right} px beyond the table`);
      }
    }
    return [...new Set(found)];
  });
