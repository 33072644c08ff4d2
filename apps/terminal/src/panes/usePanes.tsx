import { type ReactNode, useState } from 'react';
import { allowsSeveral } from '../sessions/batch.ts';
import type { SessionTab } from '../sessions/tabs-state.ts';
import type { Sessions } from '../sessions/useSessions.ts';
import type { PageKey } from '../shell/keys.ts';
import { useTranslate } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import { leaveTerminal } from '../shell/useSessionKeys.ts';
import { ChooseSessions } from './ChooseSessions.tsx';
import { SplitMenu } from './SplitMenu.tsx';
import { splitOf } from './splits.ts';
import { paneWords } from './words.ts';

/** Share by which a press of a key makes a pane larger. */
const GROW = 0.05;

/** Keys that are about panes and tabs. */
type PaneKeys = Readonly<Record<Exclude<PageKey, 'snippets' | 'reader'>, () => void>>;

/** Panes as the page offers them: the menu in the bar of tabs, what its keys do, and the choice of sessions to type into. */
export function usePanes(sessions: Sessions): { menu: ReactNode; dialog: ReactNode; keys: PaneKeys } {
  const t = useTranslate();
  const { settings } = useServices();
  const [open, setOpen] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const { state, actions, terminals } = sessions;
  const active = state.tabs.find((tab) => tab.key === state.active);
  const split = splitOf(state, state.active);
  const several = allowsSeveral(settings);
  const inSplit = several ? terminals.filter(({ key }) => split?.members.includes(key)).map(({ key }) => key) : undefined;
  const choose = several && terminals.length > 1 ? () => setChoosing(true) : undefined;

  const withActive = (run: (tab: SessionTab) => unknown) => (): void => {
    if (active) run(active);
  };
  const within = (by: 1 | -1): void => {
    const at = split?.members.indexOf(state.active ?? '') ?? -1;
    const next = split?.members[(at + by + split.members.length) % split.members.length];
    if (next) actions.activate(next);
  };
  const toggleSync = (): void => {
    if (state.synced.length > 0) actions.sync([]);
    else if (inSplit && inSplit.length > 1) actions.sync(inSplit);
    else choose?.();
  };
  return {
    keys: {
      previous: () => actions.step(-1),
      next: () => actions.step(1),
      above: () => within(-1),
      below: () => within(1),
      copyBeside: withActive(actions.split),
      splitMenu: withActive(() => setOpen(true)),
      zoom: withActive((tab) => actions.zoom(tab.key)),
      grow: withActive((tab) => actions.grow(tab.key, GROW)),
      shrink: withActive((tab) => actions.grow(tab.key, -GROW)),
      closePane: withActive((tab) => actions.close(tab.key, 'one', true)),
      sync: toggleSync,
      tabs: leaveTerminal,
      terminal: () => actions.focus(state.active),
    },
    menu: (
      <SplitMenu
        state={state}
        actions={actions}
        syncable={inSplit}
        onChooseSync={choose}
        open={open}
        onOpen={(next) => {
          setOpen(next);
          if (!next) actions.focus(state.active);
        }}
      />
    ),
    dialog: choosing ? (
      <ChooseSessions
        title={t(paneWords.syncTitle)}
        action={t(paneWords.syncStart)}
        least={2}
        sessions={terminals}
        chosen={inSplit ?? []}
        onClose={() => setChoosing(false)}
        onChoose={actions.sync}
      />
    ) : null,
  };
}
