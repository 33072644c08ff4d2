import { TriangleAlert } from 'lucide-react';

interface MachineBandProps {
  color: string;
  /** What marks the machine, such as `env:production`. */
  text: string;
  warning?: string | undefined;
}

/** A thin band above a machine that is marked: its colour never stands without its words. */
export function MachineBand({ color, text, warning }: MachineBandProps) {
  return (
    <p className={`p-band p-mark--${color}`} role="note" title={warning ? `${text} · ${warning}` : text}>
      <TriangleAlert size={13} strokeWidth={2} aria-hidden="true" />
      <strong>{text}</strong>
      {warning ? <span>{warning}</span> : null}
    </p>
  );
}
