import { toast, useConfirm } from '@postern/ui';
import { type RefObject, useMemo, useRef } from 'react';
import type { PaneControl } from '../sessions/TerminalPane.tsx';
import type { TabsState } from '../sessions/tabs-state.ts';
import { sessionWords } from '../sessions/words.ts';
import { useTranslate } from '../shell/language.tsx';
import { shellWords } from '../shell/words.ts';
import { countLines, needsConfirm } from '../transport/paste.ts';
import { paneWords } from './words.ts';

export type Controls = ReadonlyMap<string, PaneControl>;

/**
 * What goes into several sessions at once: lines, pastes, and what is typed while they are synchronised. Nothing goes to a session that
 * is not connected, and no paste to one whose permission does not allow it.
 */
export function usePaneInput(state: TabsState, controls: RefObject<Controls>) {
  const t = useTranslate();
  const confirm = useConfirm();
  const latest = useRef({ state, t, confirm });
  latest.current = { state, t, confirm };

  return useMemo(() => {
    const connected = (keys: readonly string[]) =>
      latest.current.state.tabs.flatMap((tab) => {
        const control = keys.includes(tab.key) && tab.phase === 'connected' ? controls.current.get(tab.key) : undefined;
        return control ? [{ tab, control }] : [];
      });

    const type = (keys: readonly string[], text: string): void => {
      for (const { control } of connected(keys)) control.type(text);
    };

    /** Asks once, for all of them, when the lines would run one after the other in any. `run` ends what was pasted with Enter. */
    async function paste(keys: readonly string[], source: string, run = false): Promise<void> {
      const { t: speak, confirm: ask, state: now } = latest.current;
      const found = connected(keys);
      const may = found.filter(({ control }) => control.mayPaste());
      const refused = found.filter(({ control }) => !control.mayPaste());
      if (refused.length > 0) toast.info(speak(paneWords.notPasted, { names: refused.map(({ tab }) => tab.title).join(', ') }));
      if (may.length === 0) return;
      if (may.some(({ control }) => needsConfirm(source, control.bracketed()))) {
        const count = countLines(source);
        const agreed = await ask({
          title: may.length > 1 ? speak(paneWords.pasteSeveral, { count, sessions: may.length }) : speak(paneWords.pasteOne, { count }),
          text: speak(sessionWords.pasteLinesText),
          action: speak(sessionWords.paste),
          cancel: speak(shellWords.cancel),
        });
        controls.current.get(now.active ?? '')?.focus();
        if (!agreed) return;
      }
      // Whoever ended meanwhile takes nothing.
      for (const { control } of connected(may.map(({ tab }) => tab.key))) {
        control.paste(source);
        if (run) control.type('\r');
      }
    }

    return {
      type,
      paste,
      /** Somebody typed into a session: the others that are synchronised with it get it, too. */
      typed(key: string, text: string): void {
        const { synced } = latest.current.state;
        if (synced.includes(key)) {
          type(
            synced.filter((one) => one !== key),
            text,
          );
        }
      },
      /** Takes over a paste into a synchronised session; false leaves it to the session alone. */
      takePaste(key: string, source: string): boolean {
        const { synced } = latest.current.state;
        if (!synced.includes(key)) return false;
        void paste(synced, source);
        return true;
      },
    };
  }, [controls]);
}
