/** What is open in the workspace of a playbook. Pure: calls and questions are made around it. */

/** A file as the server gives it. */
export interface Content {
  content: string;
  /** Which content this is, in the server's words; saving says which one it replaces. */
  hash: string;
  isBinary: boolean;
}

export interface Tab {
  /** Stays while the file is renamed, so that its editor keeps what can be undone. */
  id: number;
  path: string;
  /** As the server has it, as far as is known here; undefined until it has come. */
  saved: string | undefined;
  text: string;
  hash: string;
  isBinary: boolean;
  /** What somebody else saved while this was being changed here. */
  theirs?: Content;
}

export interface Tabs {
  open: readonly Tab[];
  active: string | undefined;
  /** Tabs that were ever opened. */
  count: number;
}

export type Change =
  | { do: 'open'; path: string }
  | ({ do: 'loaded'; path: string } & Content)
  | { do: 'type'; path: string; text: string }
  | { do: 'saved'; path: string; text: string; hash: string }
  | ({ do: 'stale'; path: string } & Content)
  | { do: 'takeTheirs'; path: string }
  | { do: 'keepMine'; path: string }
  | { do: 'reset'; path: string }
  | { do: 'close'; path: string }
  | { do: 'renamed'; from: string; to: string }
  | { do: 'removed'; path: string };

export const NO_TABS: Tabs = { open: [], active: undefined, count: 0 };

export const isChanged = ({ saved, text, isBinary }: Tab): boolean => !isBinary && saved !== undefined && text !== saved;

/** Whether a path is another one, or lies below it. */
export const isAtOrBelow = (path: string, above: string): boolean => path === above || path.startsWith(`${above}/`);

const taken = (tab: Tab, { content, hash, isBinary }: Content): Tab => {
  const { theirs: _, ...rest } = tab;
  return { ...rest, saved: content, text: content, hash, isBinary };
};

/** What comes from the server never overwrites what was typed here. */
function loaded(tab: Tab, given: Content): Tab {
  if (!isChanged(tab) || given.content === tab.text) return taken(tab, given);
  if (given.content === tab.saved) return { ...tab, hash: given.hash };
  return { ...tab, theirs: given };
}

/** One's own text stays, and replaces theirs with the next save. */
function kept({ theirs, ...tab }: Tab): Tab {
  return theirs ? { ...tab, saved: theirs.content, hash: theirs.hash } : tab;
}

const contentOf = ({ content, hash, isBinary }: Content): Content => ({ content, hash, isBinary });

function changed(tab: Tab, change: Exclude<Change, { do: 'open' | 'close' | 'renamed' | 'removed' }>): Tab {
  switch (change.do) {
    case 'loaded':
      return loaded(tab, contentOf(change));
    case 'type':
      return { ...tab, text: change.text };
    case 'saved': {
      const { theirs: _, ...rest } = tab;
      return { ...rest, saved: change.text, hash: change.hash };
    }
    case 'stale':
      return { ...tab, theirs: contentOf(change) };
    case 'takeTheirs':
      return tab.theirs ? taken(tab, tab.theirs) : tab;
    case 'keepMine':
      return kept(tab);
    case 'reset':
      return { ...tab, text: tab.saved ?? tab.text };
  }
}

/** Without the tabs that go; of the rest the last is shown if the shown one went. */
function without(tabs: Tabs, goes: (tab: Tab) => boolean): Tabs {
  const open = tabs.open.filter((tab) => !goes(tab));
  const active = open.some(({ path }) => path === tabs.active) ? tabs.active : open.at(-1)?.path;
  return { ...tabs, open, active };
}

export function tabsAfter(tabs: Tabs, change: Change): Tabs {
  switch (change.do) {
    case 'open': {
      const { path } = change;
      if (tabs.open.some((tab) => tab.path === path)) return { ...tabs, active: path };
      const tab: Tab = { id: tabs.count, path, saved: undefined, text: '', hash: '', isBinary: false };
      return { open: [...tabs.open, tab], active: path, count: tabs.count + 1 };
    }
    case 'close':
      return without(tabs, ({ path }) => path === change.path);
    case 'removed':
      return without(tabs, ({ path }) => isAtOrBelow(path, change.path));
    case 'renamed': {
      const moved = (path: string) => (isAtOrBelow(path, change.from) ? change.to + path.slice(change.from.length) : path);
      return {
        ...tabs,
        open: tabs.open.map((tab) => ({ ...tab, path: moved(tab.path) })),
        active: tabs.active === undefined ? undefined : moved(tabs.active),
      };
    }
    default:
      return { ...tabs, open: tabs.open.map((tab) => (tab.path === change.path ? changed(tab, change) : tab)) };
  }
}
