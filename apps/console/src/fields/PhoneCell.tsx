import type { CellProps } from './field-props.ts';
import { TextCell } from './text/TextCell.tsx';

/** Phone numbers arrive as `{code, phone}`. */
export function PhoneCell({ value }: CellProps) {
  if (typeof value === 'object' && value !== null && 'phone' in value) {
    const { code, phone } = value as { code?: string; phone?: string };
    return <TextCell value={[code, phone].filter(Boolean).join(' ')} />;
  }
  return <TextCell value={value} />;
}
