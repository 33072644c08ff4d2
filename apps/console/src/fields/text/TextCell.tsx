import { relatedName } from '../../model/metadata.ts';
import type { CellProps } from '../field-props.ts';
import { isEmpty, Nothing } from '../Nothing.tsx';

export function TextCell({ value }: CellProps) {
  if (isEmpty(value)) return <Nothing />;
  const text = typeof value === 'object' ? relatedName(value) || JSON.stringify(value) : String(value);
  return <span title={text}>{text}</span>;
}
