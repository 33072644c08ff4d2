import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { relatedName } from '../model/metadata.ts';
import type { CellProps } from './field-props.ts';
import { NumberCell } from './number/NumberCell.tsx';

/** How many there are; their names on hover. */
export function AmountCell({ value }: CellProps) {
  const { t } = useTranslation('screens');
  if (!Array.isArray(value)) return <NumberCell value={value} />;
  if (value.length === 0) return <span className="s-empty">0</span>;
  const names = value.map(relatedName);
  const shown = names.slice(0, 20);
  if (names.length > shown.length) shown.push(t('value.more', { count: names.length - shown.length }));
  return (
    <Tooltip title={<span className="s-names">{shown.join('\n')}</span>}>
      <span>{names.length}</span>
    </Tooltip>
  );
}
