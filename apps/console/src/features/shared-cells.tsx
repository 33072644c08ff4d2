import { StatusTag } from '@postern/ui';
import { BooleanCell, Nothing } from '../fields/cells.tsx';
import { relatedName } from '../screens/model/metadata.ts';

/** A mark that is worth seeing only when it is set. */
export const WhenTrue = ({ value }: { value: unknown }) => (value === true ? <BooleanCell value /> : <Nothing />);

const CONNECTIVITY = { ok: 'success', err: 'danger' } as const;

/** Whether a machine or account could be reached the last time somebody tried. */
export function ConnectivityCell({ value }: { value: unknown }) {
  const state = typeof value === 'object' && value !== null && 'value' in value ? (value as { value: unknown }).value : value;
  if (state !== 'ok' && state !== 'err') return <Nothing />;
  return <StatusTag tone={CONNECTIVITY[state]}>{relatedName(value)}</StatusTag>;
}
