import { useMediaQuery } from '@postern/ui';
import { useCallback } from 'react';
import { type NamedKey, sequenceOf, withModifiers } from './keys.ts';
import { type Modifiers, useModifiers } from './useModifiers.ts';

export interface Touch {
  /** Whether the page is used with fingers, so that its keyboard lacks keys. */
  wanted: boolean;
  modifiers: Modifiers;
  changeTyped: (text: string) => string;
  sequenceOf: (key: NamedKey, application: boolean) => string;
}

/** Keys of a terminal that is used with fingers. */
export function useTouch(): Touch {
  const wanted = useMediaQuery('(pointer: coarse)');
  const modifiers = useModifiers();
  const { take } = modifiers;
  return {
    wanted,
    modifiers,
    changeTyped: useCallback((text) => withModifiers(text, take()), [take]),
    sequenceOf: useCallback((key, application) => sequenceOf(key, take(), application), [take]),
  };
}
