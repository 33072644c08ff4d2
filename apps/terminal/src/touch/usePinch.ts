import { FONT_SIZES } from '@postern/contract/preferences';
import { type RefObject, useEffect, useRef } from 'react';
import { useServices } from '../shell/services.tsx';
import type { TerminalView } from '../xterm/view.ts';
import { watchPinch } from './pinch.ts';

/** Two fingers on the terminal change the size of its letters, which is kept as if it had been chosen in the settings. */
export function usePinch(box: RefObject<HTMLElement | null>, view: RefObject<TerminalView | null>): void {
  const services = useServices();
  const latest = useRef(services);
  latest.current = services;
  useEffect(() => {
    if (!box.current) return;
    return watchPinch(box.current, {
      now: () => latest.current.preferences.fontSize,
      bounds: FONT_SIZES,
      onMove: (size) => view.current?.setFontSize(size),
      onEnd: (fontSize) => latest.current.setPreferences({ ...latest.current.preferences, fontSize }),
    });
  }, [box, view]);
}
