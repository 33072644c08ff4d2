import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslate } from '../shell/language.tsx';
import { GroupChip } from './GroupChip.tsx';
import { Tab, tabId } from './Tab.tsx';
import { isFolded } from './tab-groups.ts';
import type { TabActions } from './tab-menu.ts';
import type { TabsState } from './tabs-state.ts';
import { sessionWords } from './words.ts';

const SCROLL_PX = 300;

/** The open sessions in their order and groups; `children` is what follows them. */
export function TabBar({ state, actions, children }: { state: TabsState; actions: TabActions; children?: ReactNode }) {
  const t = useTranslate();
  const strip = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  const { tabs, active } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab more or less changes what fits
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const measure = (): void => setOverflows(element.scrollWidth > element.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [tabs.length]);

  useEffect(() => {
    strip.current?.querySelector(`[data-key="${active}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  const scroll = (by: number): void => strip.current?.scrollBy({ left: by, behavior: 'smooth' });
  return (
    <div className="pt-tabs">
      {overflows ? (
        <button type="button" className="pt-tabs-scroll" aria-label={t(sessionWords.scrollLeft)} onClick={() => scroll(-SCROLL_PX)}>
          <ChevronLeft size={14} aria-hidden="true" />
        </button>
      ) : null}
      <div
        role="tablist"
        aria-label={t(sessionWords.sessions)}
        aria-owns={tabs
          .filter((tab) => !isFolded(state, tab))
          .map((tab) => tabId(tab.key))
          .join(' ')}
      />
      <div className="pt-tabs-strip" ref={strip}>
        {tabs.map((tab, at) => {
          const group = tab.group === tabs[at - 1]?.group ? undefined : state.groups.find(({ id }) => id === tab.group);
          return (
            <Fragment key={tab.key}>
              {group ? <GroupChip key={group.id} group={group} state={state} actions={actions} /> : null}
              {isFolded(state, tab) ? null : <Tab tab={tab} state={state} actions={actions} />}
            </Fragment>
          );
        })}
      </div>
      {overflows ? (
        <button type="button" className="pt-tabs-scroll" aria-label={t(sessionWords.scrollRight)} onClick={() => scroll(SCROLL_PX)}>
          <ChevronRight size={14} aria-hidden="true" />
        </button>
      ) : null}
      {children}
    </div>
  );
}
