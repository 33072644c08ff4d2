import { type MenuLine, menuLines } from '@postern/ui';
import type { MenuProps } from 'antd';
import { MOST_PANES, splitOf } from '../panes/splits.ts';
import { paneWords } from '../panes/words.ts';
import { useTranslate } from '../shell/language.tsx';
import { refusedWords } from '../shell/refused.ts';
import { useReaderMode } from '../shell/useReaderMode.ts';
import { shellWords } from '../shell/words.ts';
import { type CloseScope, closing } from './tabs.ts';
import type { GroupColour, SessionTab, TabGroup, TabsState } from './tabs-state.ts';
import { sessionWords } from './words.ts';

export interface TabActions {
  activate: (key: string) => void;
  rename: (key: string, title: string) => void;
  close: (key: string, scope: CloseScope, byKeys?: boolean) => void;
  clone: (tab: SessionTab) => void;
  reconnect: (tab: SessionTab) => void;
  split: (tab: SessionTab) => void;
  join: (key: string, beside: string) => void;
  leave: (key: string) => void;
  move: (key: string, to: string) => void;
  shift: (key: string, by: 1 | -1) => void;
  tear: (tab: SessionTab) => void;
  newGroup: (key: string) => void;
  regroup: (key: string, group: string | null) => void;
  changeGroup: (id: string, patch: { name?: string; colour?: GroupColour; collapsed?: boolean }) => void;
  closeGroup: (group: TabGroup) => void;
}

interface TabMenu {
  tab: SessionTab;
  state: TabsState;
  actions: TabActions;
  onRename: () => void;
}

/** What the menu of a tab offers. */
export function useTabMenu({ tab, state, actions, onRename }: TabMenu): MenuProps {
  const t = useTranslate();
  const reader = useReaderMode();
  const split = splitOf(state, tab.key);
  const active = state.tabs.find((one) => one.key === state.active);
  const room = (splitOf(state, state.active)?.members.length ?? 1) < MOST_PANES;
  const beside = active && active.key !== tab.key && !split?.members.includes(active.key) ? active : undefined;
  const at = state.tabs.indexOf(tab);
  const scopes: [CloseScope, string][] = [
    ['one', t(sessionWords.close)],
    ['others', t(sessionWords.closeOthers)],
    ['left', t(sessionWords.closeLeft)],
    ['right', t(sessionWords.closeRight)],
    ['all', t(sessionWords.closeAll)],
  ];
  const groups = state.groups.filter(({ id }) => id !== tab.group);
  const lines: MenuLine[] = [
    { key: 'clone', label: t(sessionWords.clone), onClick: () => actions.clone(tab) },
    { key: 'reconnect', label: t(sessionWords.reconnect), onClick: () => actions.reconnect(tab) },
    { key: 'rename', label: t(sessionWords.rename), onClick: onRename },
    { key: 'tear', label: t(sessionWords.newWindow), onClick: () => actions.tear(tab) },
    { key: 'reader', label: `${reader.on ? '✓ ' : ''}${t(shellWords.readerMode)}`, onClick: reader.toggle },
    { type: 'divider' },
    {
      key: 'copy',
      label: t(paneWords.copyBeside),
      why: (split?.members.length ?? 1) >= MOST_PANES && t(paneWords.full),
      onClick: () => actions.split(tab),
    },
    ...(beside
      ? [
          {
            key: 'beside',
            label: t(paneWords.besideActive, { name: beside.title }),
            why: !room && t(paneWords.full),
            onClick: () => actions.join(tab.key, beside.key),
          },
        ]
      : []),
    ...(split ? [{ key: 'leave', label: t(paneWords.leave), onClick: () => actions.leave(tab.key) }] : []),
    {
      key: 'group',
      label: t(sessionWords.group),
      children: [
        { key: 'new', label: t(sessionWords.newGroup), onClick: () => actions.newGroup(tab.key) },
        ...groups.map(({ id, name }) => ({ key: id, label: name, onClick: () => actions.regroup(tab.key, id) })),
        ...(tab.group === null ? [] : [{ key: 'out', label: t(sessionWords.leaveGroup), onClick: () => actions.regroup(tab.key, null) }]),
      ],
    },
    { key: 'back', label: t(sessionWords.moveLeft), why: at === 0 && t(refusedWords.first), onClick: () => actions.shift(tab.key, -1) },
    {
      key: 'on',
      label: t(sessionWords.moveRight),
      why: at === state.tabs.length - 1 && t(refusedWords.last),
      onClick: () => actions.shift(tab.key, 1),
    },
    { type: 'divider' },
    ...scopes.map(([scope, label]) => ({
      key: scope,
      label,
      why: closing(state, tab.key, scope).length === 0 && t(refusedWords.nothing),
      onClick: () => actions.close(tab.key, scope),
    })),
  ];
  return { items: menuLines(lines) };
}
