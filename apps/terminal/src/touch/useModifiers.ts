import { useMemo, useRef, useState } from 'react';
import type { Modifier, Pressed } from './keys.ts';

export type Tapped = 'off' | 'once' | 'locked';
export type ModifierState = Readonly<Record<Modifier, Tapped>>;

const NONE: ModifierState = { ctrl: 'off', alt: 'off' };
const NEXT = { off: 'once', once: 'locked', locked: 'off' } as const;

export interface Modifiers {
  state: ModifierState;
  tap: (which: Modifier) => void;
  /** What is held for the key that comes now. Those tapped once are let go. */
  take: () => Pressed;
}

/** Modifiers that are tapped, as nobody can hold two keys of a phone: once for the next key, twice until the third tap. */
export function useModifiers(): Modifiers {
  const [state, setState] = useState(NONE);
  // Keys come faster than React draws.
  const now = useRef(NONE);
  const keys = useMemo(() => {
    const become = (next: ModifierState): void => {
      now.current = next;
      setState(next);
    };
    return {
      tap: (which: Modifier) => become({ ...now.current, [which]: NEXT[now.current[which]] }),
      take: (): Pressed => {
        const { ctrl, alt } = now.current;
        if (ctrl === 'once' || alt === 'once') {
          become({ ctrl: ctrl === 'once' ? 'off' : ctrl, alt: alt === 'once' ? 'off' : alt });
        }
        return { ctrl: ctrl !== 'off', alt: alt !== 'off' };
      },
    };
  }, []);
  return { state, ...keys };
}
