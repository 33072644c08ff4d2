import { Dropdown, type MenuProps } from 'antd';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslate } from '../shell/language.tsx';
import { carriesTab, draggedTab } from './Tab.tsx';
import { GROUP_NAME_MAX, membersOf } from './tab-groups.ts';
import type { TabActions } from './tab-menu.ts';
import { GROUP_COLOURS, type TabGroup, type TabsState } from './tabs-state.ts';
import { sessionWords } from './words.ts';

const COLOURS = {
  blue: sessionWords.blue,
  green: sessionWords.green,
  amber: sessionWords.amber,
  red: sessionWords.red,
  grey: sessionWords.grey,
} as const;

/** The name of a group before its tabs: a click collapses it, its menu changes and closes it, a tab that is dropped on it comes in. */
export function GroupChip({ group, state, actions }: { group: TabGroup; state: TabsState; actions: TabActions }) {
  const t = useTranslate();
  const [renaming, setRenaming] = useState(group.name === '');
  const count = membersOf(state, group.id).length;
  const Arrow = group.collapsed ? ChevronRight : ChevronDown;
  const items: MenuProps['items'] = [
    { key: 'rename', label: t(sessionWords.rename), onClick: () => setRenaming(true) },
    {
      key: 'colour',
      label: t(sessionWords.colour),
      children: GROUP_COLOURS.map((colour) => ({
        key: colour,
        label: (
          <span className={`pt-group-colour pt-group--${colour}`}>
            {group.colour === colour ? '✓ ' : ''}
            {t(COLOURS[colour])}
          </span>
        ),
        onClick: () => actions.changeGroup(group.id, { colour }),
      })),
    },
    { type: 'divider' },
    { key: 'close', label: t(sessionWords.closeGroup), onClick: () => actions.closeGroup(group) },
  ];
  if (renaming) {
    return (
      <input
        // biome-ignore lint/a11y/noAutofocus: the field was just asked for
        autoFocus
        className={`p-box pt-group-rename pt-group--${group.colour}`}
        aria-label={t(sessionWords.groupName)}
        placeholder={t(sessionWords.groupName)}
        defaultValue={group.name}
        maxLength={GROUP_NAME_MAX}
        onFocus={(event) => event.target.select()}
        onBlur={(event) => {
          actions.changeGroup(group.id, { name: event.target.value.trim() || group.name || t(sessionWords.group) });
          setRenaming(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    );
  }
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items }}>
      <button
        type="button"
        className={`pt-group pt-group--${group.colour}`}
        aria-expanded={!group.collapsed}
        title={t(sessionWords.groupOf, { name: group.name, count })}
        aria-label={t(sessionWords.groupOf, { name: group.name, count })}
        onClick={() => actions.changeGroup(group.id, { collapsed: !group.collapsed })}
        onDragOver={(event) => carriesTab(event) && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          actions.regroup(draggedTab(event), group.id);
        }}
      >
        <Arrow size={12} aria-hidden="true" />
        <span className="pt-group-name">{group.name}</span>
        {group.collapsed ? <span className="pt-group-count">{count}</span> : null}
      </button>
    </Dropdown>
  );
}
