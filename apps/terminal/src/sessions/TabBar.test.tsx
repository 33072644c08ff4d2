import { act, useReducer } from 'react';
import { expect, test } from 'vitest';
import { draw } from '../test/draw.tsx';
import { opened, sessionTab } from '../test/tabs.ts';
import { TabBar } from './TabBar.tsx';
import { reduceTabs, type TabsAction } from './tabs.ts';
import type { TabsState } from './tabs-state.ts';

/** The bar over the real reducer. What it cannot do by itself is noted. */
function Bar({ begin, noted }: { begin: TabsState; noted: string[] }) {
  const [state, dispatch] = useReducer(reduceTabs, begin);
  const note = (what: string) => (): void => void noted.push(what);
  return (
    <TabBar
      state={state}
      actions={{
        activate: (key) => dispatch({ type: 'activate', key }),
        rename: (key, title) => dispatch({ type: 'rename', key, title }),
        close: (key, scope) => dispatch({ type: 'close', key, scope }),
        leave: (key) => dispatch({ type: 'leave', key }),
        join: (key, beside) => dispatch({ type: 'join', key, beside }),
        move: (key, to) => dispatch({ type: 'move', key, to }),
        shift: (key, by) => dispatch({ type: 'shift', key, by }),
        newGroup: (key) => dispatch({ type: 'newGroup', key, id: 'g', name: '', colour: 'blue' }),
        regroup: (key, group) => dispatch({ type: 'regroup', key, group }),
        changeGroup: (id, patch) => dispatch({ type: 'changeGroup', id, patch }),
        closeGroup: note('close group'),
        clone: note('clone'),
        reconnect: note('reconnect'),
        split: note('split'),
        tear: note('tear'),
      }}
    />
  );
}

async function bar(...actions: TabsAction[]): Promise<{ box: HTMLElement; noted: string[] }> {
  const noted: string[] = [];
  const box = await draw(<Bar begin={actions.reduce(reduceTabs, opened('a', 'b', 'c', 'd'))} noted={noted} />);
  return { box, noted };
}
const names = (box: HTMLElement): string => [...box.querySelectorAll('.pt-tab-title')].map(({ textContent }) => textContent).join('');
const tab = (box: HTMLElement, key: string): HTMLElement => box.querySelector(`[data-key="${key}"]`) as HTMLElement;
const main = (box: HTMLElement, key: string): HTMLElement => tab(box, key).querySelector('[role="tab"]') as HTMLElement;
const chip = (box: HTMLElement): HTMLElement => box.querySelector('.pt-group') as HTMLElement;
const menu = async (on: HTMLElement): Promise<void> =>
  act(async () => void on.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })));
const item = async (name: string): Promise<void> => {
  const found = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`no item says "${name}"`);
  await act(async () => found.click());
};
const keys = (on: HTMLElement, key: string, more: KeyboardEventInit = {}): Promise<void> =>
  act(async () => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })));

const GROUPED: TabsAction[] = [
  { type: 'newGroup', key: 'a', id: 'g', name: 'Web', colour: 'green' },
  { type: 'regroup', key: 'c', group: 'g' },
];

test('tabs of a group stand side by side behind its name, which collapses them', async () => {
  const { box } = await bar(...GROUPED);
  expect([names(box), chip(box).textContent, chip(box).classList.contains('pt-group--green')]).toEqual(['acbd', 'Web', true]);
  await act(async () => chip(box).click());
  expect([names(box), chip(box).textContent, chip(box).getAttribute('aria-expanded')]).toEqual(['bd', 'Web2', 'false']);
  await act(async () => chip(box).click());
  expect(names(box)).toBe('acbd');
});

test('another tab takes over when the group of the active one is collapsed, and a session of it that is wanted opens it', () => {
  const folded = [...GROUPED, { type: 'activate', key: 'a' }, { type: 'changeGroup', id: 'g', patch: { collapsed: true } }] as TabsAction[];
  const state = folded.reduce(reduceTabs, opened('a', 'b', 'c', 'd'));
  expect(state.active).toBe('b');
  expect(reduceTabs(state, { type: 'step', by: -1 }).active).toBe('d');
  const wanted = reduceTabs(state, { type: 'activate', key: 'c' });
  expect([wanted.active, wanted.groups[0]?.collapsed]).toEqual(['c', false]);
  const copy = reduceTabs(state, { type: 'open', tab: sessionTab('x'), after: 'c' });
  expect([copy.active, copy.tabs.find(({ key }) => key === 'x')?.group, copy.groups[0]?.collapsed]).toEqual(['x', 'g', false]);
});

test('a group is changed and closed from its menu', async () => {
  const { box, noted } = await bar(...GROUPED);
  await menu(chip(box));
  await item('Close the group');
  expect(noted).toEqual(['close group']);
  const closed = [...GROUPED, { type: 'closeGroup', id: 'g' }] as TabsAction[];
  const state = closed.reduce(reduceTabs, opened('a', 'b', 'c', 'd'));
  expect([state.tabs.map(({ key }) => key).join(''), state.groups]).toEqual(['bd', []]);
});

test('a tab goes to a window of its own from its menu', async () => {
  const { box, noted } = await bar();
  await menu(tab(box, 'b'));
  await item('Move to a new window…');
  expect(noted).toEqual(['tear']);
});

test('Ctrl+Shift and an arrow move a tab, past a whole group', async () => {
  const { box } = await bar(...GROUPED);
  await keys(main(box, 'd'), 'ArrowLeft', { ctrlKey: true, shiftKey: true });
  expect(names(box)).toBe('acdb');
  await keys(main(box, 'd'), 'ArrowLeft', { ctrlKey: true, shiftKey: true });
  expect(names(box)).toBe('dacb');
  await keys(main(box, 'c'), 'ArrowLeft', { ctrlKey: true, shiftKey: true });
  expect(names(box)).toBe('dcab');
});

test('a tab that is dragged onto another takes its place, and comes into its group', async () => {
  const { box } = await bar(...GROUPED);
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => void data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()];
    },
  };
  const drag = (on: HTMLElement, type: string): Promise<void> =>
    act(async () => void on.dispatchEvent(Object.assign(new Event(type, { bubbles: true, cancelable: true }), { dataTransfer })));
  await drag(tab(box, 'd'), 'dragstart');
  expect([...data.keys()]).toEqual(['application/x-postern-tab']);
  await drag(tab(box, 'c'), 'dragover');
  await drag(tab(box, 'c'), 'drop');
  expect([names(box), tab(box, 'd').className.includes('pt-group--green')]).toEqual(['adcb', true]);
});

test('tabs that are shown together move together', async () => {
  const { box } = await bar({ type: 'join', key: 'b', beside: 'a' });
  await keys(main(box, 'c'), 'ArrowLeft', { ctrlKey: true, shiftKey: true });
  expect(names(box)).toBe('cabd');
  expect([...box.querySelectorAll('.pt-tab--split')].map((one) => one.getAttribute('data-key'))).toEqual(['a', 'b']);
});
