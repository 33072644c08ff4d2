import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslate } from '../shell/language.tsx';
import type { Modifier, NamedKey } from './keys.ts';
import type { Modifiers } from './useModifiers.ts';
import { touchWords } from './words.ts';
import './key-bar.css';

const ARROWS = [
  ['left', ArrowLeft],
  ['up', ArrowUp],
  ['down', ArrowDown],
  ['right', ArrowRight],
] as const;
const SIGNS = [...'|/~'];
const SHOWN = { ctrl: 'Ctrl', alt: 'Alt' } as const;

interface KeyBarProps {
  modifiers: Modifiers;
  onKey: (key: NamedKey) => void;
  onText: (text: string) => void;
}

/** Keys that the keyboard of a phone lacks (docs/behaviour/terminal.md#phones). They leave the focus where it is, or the keyboard would go. */
export function KeyBar({ modifiers, onKey, onText }: KeyBarProps) {
  const t = useTranslate();
  const key = (name: string, shown: ReactNode, run: () => void): ReactNode => (
    <button key={name} type="button" className="pt-key" aria-label={name} onClick={run}>
      {shown}
    </button>
  );
  const modifier = (which: Modifier): ReactNode => {
    const tapped = modifiers.state[which];
    const shown = SHOWN[which];
    return (
      <button
        type="button"
        className={`pt-key pt-key--${tapped}`}
        aria-pressed={tapped !== 'off'}
        aria-label={tapped === 'locked' ? t(touchWords.locked, { key: shown }) : shown}
        onClick={() => modifiers.tap(which)}
      >
        {shown}
      </button>
    );
  };
  return (
    <div className="pt-key-bar" role="toolbar" aria-label={t(touchWords.keys)} onMouseDown={(event) => event.preventDefault()}>
      {key('Esc', 'Esc', () => onKey('escape'))}
      {key('Tab', 'Tab', () => onKey('tab'))}
      {modifier('ctrl')}
      {modifier('alt')}
      {ARROWS.map(([name, Icon]) => key(t(touchWords[name]), <Icon size={17} aria-hidden="true" />, () => onKey(name)))}
      {SIGNS.map((sign) => key(sign, sign, () => onText(sign)))}
    </div>
  );
}
