import { StatusTag } from '@postern/ui';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';

/** A command as the terminal showed it: input after the prompt, then its output. */
export const CommandOutput = ({ row }: { row: Row }) => (
  <pre className="s-pre">{`$ ${String(row.input ?? '')}\n\n${String(row.output ?? '')}`}</pre>
);

/** Risk levels of the wire (docs/wire/sessions.md#commands). */
const RISK = { ACCEPT: 0, WARNING: 4, REJECT: 5 } as const;

export const isRejected = (row: Row): boolean => choiceValue(row.risk_level) === RISK.REJECT;

export function RiskCell({ value }: { value: unknown }) {
  const level = choiceValue(value);
  if (level === RISK.ACCEPT) return <StatusTag tone="neutral">{relatedName(value)}</StatusTag>;
  return <StatusTag tone={level === RISK.WARNING ? 'warning' : 'danger'}>{relatedName(value)}</StatusTag>;
}
