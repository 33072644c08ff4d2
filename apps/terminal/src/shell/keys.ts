import type { Text } from '@postern/contract/text';
import { shellWords } from './words.ts';

/**
 * Keys of the page, each with Alt and Shift. By their place on the keyboard (`KeyboardEvent.code`): letters differ from layout to layout, and
 * Alt makes others of them. None of them means anything to shells and editors.
 */
export const PAGE_KEYS = {
  previous: { code: 'ArrowLeft', shown: '←', what: shellWords.keyPrevious },
  next: { code: 'ArrowRight', shown: '→', what: shellWords.keyNext },
  above: { code: 'ArrowUp', shown: '↑', what: shellWords.keyPaneBefore },
  below: { code: 'ArrowDown', shown: '↓', what: shellWords.keyPaneAfter },
  copyBeside: { code: 'KeyD', shown: 'D', what: shellWords.keyCopyBeside },
  splitMenu: { code: 'KeyS', shown: 'S', what: shellWords.keySplitMenu },
  zoom: { code: 'KeyZ', shown: 'Z', what: shellWords.keyZoom },
  grow: { code: 'Equal', shown: '+', what: shellWords.keyGrow },
  shrink: { code: 'Minus', shown: '−', what: shellWords.keyShrink },
  closePane: { code: 'KeyX', shown: 'X', what: shellWords.keyClosePane },
  sync: { code: 'KeyY', shown: 'Y', what: shellWords.keySync },
  snippets: { code: 'KeyQ', shown: 'Q', what: shellWords.keySnippets },
  tabs: { code: 'KeyL', shown: 'L', what: shellWords.keyToTabs },
  terminal: { code: 'KeyK', shown: 'K', what: shellWords.keyToTerminal },
  reader: { code: 'KeyR', shown: 'R', what: shellWords.keyReader },
} as const satisfies Record<string, { code: string; shown: string; what: Text }>;

export type PageKey = keyof typeof PAGE_KEYS;
