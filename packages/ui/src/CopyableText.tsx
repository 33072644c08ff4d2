import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCopy } from './clipboard.ts';

interface CopyableTextProps {
  /** What is copied. */
  value: string;
  /** What is shown; the value by default. */
  children?: ReactNode;
  mono?: boolean;
  /** Names of the button before and after. */
  labels: { copy: string; copied: string };
}

/** A value with a copy button that appears on hover and focus. */
export function CopyableText({ value, children, mono, labels }: CopyableTextProps) {
  const [done, copy] = useCopy(value);
  const label = done ? labels.copied : labels.copy;
  return (
    <span className={mono ? 'p-copyable p-mono' : 'p-copyable'}>
      <span className="p-copyable__text" translate={mono ? 'no' : undefined}>
        {children ?? value}
      </span>
      <button
        type="button"
        className={`p-bare p-copyable__button${done ? ' p-copyable__button--done' : ''}`}
        onClick={(event) => {
          event.stopPropagation();
          copy();
        }}
        title={label}
        aria-label={label}
      >
        {done ? <Check size={14} /> : <Copy size={14} />}
      </button>
    </span>
  );
}
