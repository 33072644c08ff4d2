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
  querySelector: (selector: string) => unknown;
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

/** A finding that we cannot mend, by its rule and the part that it is in or around. */
export interface Excuse {
  rule: string;
  part: string;
  why: string;
}

/** Findings in parts that Ant Design draws and we cannot. `states.test.ts` takes care that each is still found: one that nothing needs any more is taken out. */
export const EXCUSES: readonly Excuse[] = [
  { rule: 'aria-required-children', part: '.ant-tabs-nav', why: 'the button of a tab bar that does not fit stands in its list of tabs' },
  { rule: 'scrollable-region-focusable', part: '.ant-table-content', why: 'Chromium and Firefox let the keys scroll it by themselves' },
  {
    rule: 'region',
    part: '.ant-dropdown',
    why: 'menus hang at the end of the page, as a box would cut them; they have the focus and a role',
  },
];

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const RULES = {
  all: WCAG,
  /** With those that no law asks for: headings in their order, everything within a landmark, landmarks that are told apart. */
  good: [...WCAG, 'best-practice'],
  /** Those that another theme can break, on a page that all have been asked of. */
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/** What counts: what axe calls minor does not keep anybody from anything. */
const IMPACTS: readonly string[] = ['moderate', 'serious', 'critical'];

interface Looked {
  /** A sentence each. */
  problems: string[];
  /** Of `EXCUSES`, those that something was found for. */
  excused: Excuse[];
}

/** Moderate, serious and critical findings of axe, on the page or in those parts of it. */
export async function findings(page: Page, rules: keyof typeof RULES = 'all', parts?: string): Promise<Looked> {
  if (!(await page.evaluate('typeof axe === "object"'))) {
    await page.evaluate(axeCore.source);
    // Nobody reads the HTML of what was found, and axe writes down that of every part it asks: a tenth of its work (decision 0201).
    await page.evaluate(() => axe.configure({ noHtml: true }));
  }
  const found = await page.evaluate(
    async ([runOnly, impacts, excuses, within]) => {
      const { violations } = await axe.run(within ?? document, { runOnly, resultTypes: ['violations'] });
      const excuseOf = (id: string, selector = ''): number => {
        const [element] = document.querySelectorAll(selector);
        return excuses.findIndex(({ rule, part }) => rule === id && (element?.closest(part) || element?.querySelector(part)));
      };
      return (
        violations
          .filter(({ impact }) => impacts.includes(impact))
          .flatMap(({ id, help, nodes }) =>
            nodes.map(({ target, any }) => ({
              id,
              help,
              at: target.join(' '),
              why: any[0]?.message ?? '',
              excuse: excuseOf(id, target.at(-1)),
            })),
          )
          // Below what is open nothing is pressed before that is closed.
          .filter(({ id, why }) => id !== 'target-size' || !why.includes('partially obscured'))
      );
    },
    [RULES[rules], IMPACTS, EXCUSES, parts] as const,
  );
  const counted = Map.groupBy(
    found.filter(({ excuse }) => excuse < 0),
    ({ id }) => id,
  );
  return {
    problems: [...counted].map(([id, [first, ...rest]]) => `${id}: ${first?.help} (${rest.length + 1}) at ${first?.at}: ${first?.why}`),
    excused: found.flatMap(({ excuse }) => EXCUSES[excuse] ?? []),
  };
}

/** The problems alone, by WCAG 2.2 A and AA unless other rules are named. */
export async function accessibility(page: Page, rules?: keyof typeof RULES, parts?: string): Promise<string[]> {
  return (await findings(page, rules, parts)).problems;
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
