import type { CellProps } from '../field-props.ts';
import { isEmpty, Nothing } from '../Nothing.tsx';

export function JsonCell({ value }: CellProps) {
  if (isEmpty(value)) return <Nothing />;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <code title={text}>{text}</code>;
}
