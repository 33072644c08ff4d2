import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { relatedName } from '../model/metadata.ts';
import type { CellProps } from './field-props.ts';
import { isEmpty, Nothing } from './Nothing.tsx';

/** Names of related objects: two in full, the rest counted and listed on hover. */
export function NamesCell({ value }: CellProps) {
  const { t } = useTranslation('screens');
  if (isEmpty(value)) return <Nothing />;
  const names = (Array.isArray(value) ? value : [value]).map(relatedName).filter((name) => name !== '');
  if (names.length === 0) return <Nothing />;
  if (names.length <= 2) return <span title={names.join(', ')}>{names.join(', ')}</span>;
  return (
    <Tooltip title={<span className="s-names">{names.slice(0, 30).join('\n')}</span>}>
      <span>{t('value.andMore', { first: names[0], count: names.length - 1 })}</span>
    </Tooltip>
  );
}
