import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { BooleanCell } from '../fields/boolean/BooleanCell.tsx';
import { Nothing } from '../fields/Nothing.tsx';
import { TagsCell } from '../fields/TagsCell.tsx';
import { choiceValue, relatedName } from '../model/metadata.ts';
import type { Row } from '../model/resource.ts';

/** A mark that is worth seeing only when it is set. */
export const WhenTrue = ({ value }: { value: unknown }) => (value === true ? <BooleanCell value /> : <Nothing />);

const CONNECTIVITY = { ok: 'success', err: 'danger' } as const;

/** Secrets are held back here: somebody turned them elsewhere, and nobody who may see them has confirmed it. */
export function DestinationTag({ boxed = false }: { boxed?: boolean }) {
  const { t } = useTranslation('assets');
  return (
    <StatusTag tone="warning" boxed={boxed}>
      {t('destination.tag')}
    </StatusTag>
  );
}

/** Whether a machine or account could be reached the last time somebody tried; that its secrets are held back comes first. */
export function ConnectivityCell({ value, row }: { value: unknown; row?: Row }) {
  if (row?.destination_confirmed === false) return <DestinationTag />;
  const state = choiceValue(value);
  if (state !== 'ok' && state !== 'err') return <Nothing />;
  return <StatusTag tone={CONNECTIVITY[state]}>{relatedName(value)}</StatusTag>;
}

/** Columns of machines that every list of them draws in the same way. */
export const ASSET_CELLS = {
  protocols: { Cell: TagsCell, width: 116 },
  labels: { Cell: TagsCell },
  connectivity: { Cell: ConnectivityCell, width: 120 },
} as const;
