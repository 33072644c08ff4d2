import axeCore from 'axe-core';
import type { Locator, Page } from 'playwright-core';

// Functions below run in the page. Of its world they need this little, and the rest of our code is better off without the
// browser's globals.
interface PageElement {
  tagName: string;
  className: string;
  textContent: string | null;
  childNodes: Iterable<{ nodeType: number; textContent: string | null }>;
  getAttribute: (name: string) => string | null;
  getBoundingClientRect: () => { right: number };
  checkVisibility: (options: { visibilityProperty: boolean }) => boolean;
  closest: (selector: string) => unknown;
}
declare const document: {
  documentElement: { clientWidth: number; scrollWidth: number };
  querySelectorAll: (selector: string) => Iterable<PageElement>;
};
declare const getComputedStyle: (element: unknown) => { color: string; backgroundColor: string };
interface Violation {
  id: string;
  impact: string;
  help: string;
  nodes: { target: string[]; any: { message: string }[] }[];
}
declare const axe: {
  configure: (spec: { noHtml: boolean }) => void;
  run: (context: unknown, options: object) => Promise<{ violations: Violation[] }>;
};

/** The colour a part's text is drawn in, as CSS computes it: `rgb(…)`. */
export function colourOf(part: Locator): Promise<string> {
  return part.evaluate((element) => getComputedStyle(element).color);
}

/** The colour behind a part, likewise. */
export function backgroundOf(part: Locator): Promise<string> {
  return part.evaluate((element) => getComputedStyle(element).backgroundColor);
}

/** What is wrong with a page as it stands. Each answers sentences; none means fine. */

/** Something wider than the window makes the whole page scroll sideways. */
export async function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= width + 1) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > width + 1);
    return [`wider than ${width} px: ${wide.slice(0, 3).map((element) => `${element.tagName.toLowerCase()}.${element.className}`)}`];
  });
}

/**
 * Findings in parts that Ant Design draws and we cannot: a row that only measures columns and takes no keys; the button of a
 * tab bar that does not fit; a table's scroller, which Chromium and Firefox let the keys scroll by themselves.
 */
const ANT_DESIGN = [
  'aria-hidden-focus .ant-table-measure-row',
  'aria-required-children .ant-tabs-nav',
  'scrollable-region-focusable .ant-table-content',
];

const RULES = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  /** Those that another theme can break, on a page that all have been asked of. */
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/** Serious and critical findings of axe by WCAG 2.2 A and AA, on the page or in those parts of it. */
export async function accessibility(page: Page, rules: keyof typeof RULES = 'all', parts?: string): Promise<string[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) {
    await page.evaluate(axeCore.source);
    // Nobody reads the HTML of what was found, and axe writes down that of every part it asks: a tenth of its work (decision 0201).
    await page.evaluate(() => axe.configure({ noHtml: true }));
  }
  return page.evaluate(
    async ([known, runOnly, within]) => {
      const { violations } = await axe.run(within ?? document, {
        runOnly,
        resultTypes: ['violations'],
      });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map((violation) => ({
          ...violation,
          nodes: violation.nodes.filter(({ target }) => !known.some((one) => `${violation.id} ${target.at(-1)}`.startsWith(one))),
        }))
        .filter(({ nodes }) => nodes.length > 0)
        .map(
          ({ id, help, nodes }) => `${id}: ${help} (${nodes.length}) at ${nodes[0]?.target.join(' ')}: ${nodes[0]?.any[0]?.message ?? ''}`,
        );
    },
    [ANT_DESIGN, RULES[rules], parts] as const,
  );
}

/** What can be acted on, and what a screen reader has to say of it. */
const CONTROL =
  /^\s*- (button|textbox|searchbox|combobox|checkbox|switch|radio|link|spinbutton|slider|tab|menuitem|option)\b(?: "((?:[^"\\]|\\.)*)")?/;

/** Names that a screen reader would spell out: no word in them, an id, or a key of the code. A file is called by its name. */
const NO_WORD = /^[^\p{L}\p{N}]*$|^[0-9a-f]{8}-[0-9a-f]{4}-|^[a-z]+(?:[._](?!ya?ml$)[a-z]+)+$/u;

/** Controls of a part that are read out without a name, or with one that is no word. */
export async function unnamed(part: Locator): Promise<string[]> {
  return (await part.ariaSnapshot()).split('\n').flatMap((line) => {
    const [, role, name = ''] = CONTROL.exec(line) ?? [];
    return role && NO_WORD.test(name) ? [`a ${role} is called “${name}”`] : [];
  });
}
