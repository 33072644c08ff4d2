import type { Locator, Page } from 'playwright-core';
import { looksOther } from './picture.ts';
import { drawn } from './screen-here.ts';

// Whether something can be seen, whatever the colours: what changes the picture when it goes.

const PRESSES = 6;

// Of the browser's world this is what runs in the page needs.
interface Part {
  style: { visibility: string };
  classList: { toggle: (name: string, on: boolean) => void };
}
type Change = readonly [off: boolean, mark: string];

/** A part is seen when hiding it changes the picture. */
export const isSeen = (part: Locator): Promise<boolean> => changes(part, hide);

/** A state is seen when its part looks other without the class that stands for it. */
export const isMarked = (part: Locator, mark: string): Promise<boolean> => changes(part, unmark, mark);

// These run in the page.
const hide = (element: Part, [off]: Change): void => {
  element.style.visibility = off ? 'hidden' : '';
};
const unmark = (element: Part, [off, mark]: Change): void => element.classList.toggle(mark, !off);

/** Whether a picture of a part is another one without something, which is put back. */
async function changes(part: Locator, turn: (element: Part, change: Change) => void, mark = ''): Promise<boolean> {
  await part.scrollIntoViewIfNeeded();
  // Without its class a selector would find another part.
  const element = await part.elementHandle();
  const set = (off: boolean) => element?.evaluate(turn, [off, mark] as const);
  const other = await looksOther(part, async () => set(true));
  await set(false);
  return other;
}

/** What has the focus after each of some presses of Tab, where nothing shows it. */
export async function unseenFocus(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  for (let press = 0; press < PRESSES; press += 1) {
    await page.keyboard.press('Tab');
    // A box whose frame the library draws has it a moment after the focus.
    await drawn(page);
    const part = page.locator(':focus');
    if ((await part.count()) === 0) continue;
    const name = await part.evaluate((element: { outerHTML: string }) => element.outerHTML.slice(0, 80));
    const element = await part.elementHandle();
    if (!(await looksOther(part, () => page.evaluate((focused) => (focused as unknown as { blur: () => void }).blur(), element))))
      unseen.push(name);
  }
  return unseen;
}
