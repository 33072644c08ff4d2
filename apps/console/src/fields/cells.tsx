import { exactTime, parseServerDate, RelativeTime, StatusTag } from '@postern/ui';
import { Tag, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { choiceValue, relatedName } from '../screens/model/metadata.ts';
import type { CellProps } from './field-props.ts';

/** What an empty value looks like (docs/behaviour/lists.md#cells). */
export const Nothing = () => <span className="s-empty">-</span>;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

export function TextCell({ value }: CellProps) {
  if (isEmpty(value)) return <Nothing />;
  const text = typeof value === 'object' ? relatedName(value) || JSON.stringify(value) : String(value);
  return <span title={text}>{text}</span>;
}

export function NumberCell({ value }: CellProps) {
  const { i18n } = useTranslation();
  return typeof value === 'number' ? value.toLocaleString(i18n.language) : <TextCell value={value} />;
}

export function BooleanCell({ value }: CellProps) {
  const { t } = useTranslation('screens');
  if (value === null || value === undefined) return <Nothing />;
  return <StatusTag tone={value ? 'success' : 'neutral'}>{value ? t('value.yes') : t('value.no')}</StatusTag>;
}

/** Times of the wire: its own text form, or seconds since the epoch (commands). */
const dateOf = (value: unknown): Date | undefined =>
  typeof value === 'number' ? new Date(value * 1000) : typeof value === 'string' ? parseServerDate(value) : undefined;

export function TimeCell({ value }: CellProps) {
  const { i18n } = useTranslation();
  const date = dateOf(value);
  return date ? <RelativeTime value={date} language={i18n.language} /> : <TextCell value={value} />;
}

/** The exact moment, for detail pages where there is room for it. */
export function ExactTimeCell({ value }: CellProps) {
  const { i18n } = useTranslation();
  const date = dateOf(value);
  return date ? <time dateTime={date.toISOString()}>{exactTime(date, i18n.language)}</time> : <TextCell value={value} />;
}

export function ChoiceCell({ value, info }: CellProps) {
  if (isEmpty(value)) return <Nothing />;
  if (Array.isArray(value)) return <RelatedListCell value={value} />;
  const label =
    typeof value === 'object' ? relatedName(value) : info?.choices?.find((choice) => choice.value === choiceValue(value))?.label;
  return <TextCell value={label ?? value} />;
}

/** Names of related objects: two in full, the rest counted and listed on hover. */
export function RelatedListCell({ value }: CellProps) {
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

/** Short values as tags, such as protocols and labels. */
export function TagsCell({ value }: CellProps) {
  if (!Array.isArray(value) || value.length === 0) return <Nothing />;
  const texts = value.map((item: unknown) => tagText(item));
  return (
    <span className="s-tags" title={texts.join(', ')}>
      {texts.map((text) => (
        <Tag key={text}>{text}</Tag>
      ))}
    </span>
  );
}

function tagText(item: unknown): string {
  if (typeof item === 'object' && item !== null) {
    const record = item as Record<string, unknown>;
    if ('port' in record) return `${String(record.name)}/${String(record.port)}`;
    if ('name' in record && typeof record.value === 'string') return `${String(record.name)}:${record.value}`;
  }
  return relatedName(item);
}

export function JsonCell({ value }: CellProps) {
  if (isEmpty(value)) return <Nothing />;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <code title={text}>{text}</code>;
}

/** Phone numbers arrive as `{code, phone}`. */
export function PhoneCell({ value }: CellProps) {
  if (typeof value === 'object' && value !== null && 'phone' in value) {
    const { code, phone } = value as { code?: string; phone?: string };
    return <TextCell value={[code, phone].filter(Boolean).join(' ')} />;
  }
  return <TextCell value={value} />;
}

/** Any computed value, told apart by its shape: `field` says nothing about it. */
export function AnyCell({ value, info }: CellProps) {
  if (typeof value === 'boolean') return <BooleanCell value={value} />;
  if (Array.isArray(value)) return <RelatedListCell value={value} />;
  if (typeof value === 'object' && value !== null && 'phone' in value) return <PhoneCell value={value} />;
  if (typeof value === 'object' && value !== null && !('label' in value) && !('name' in value) && !('display_name' in value))
    return <JsonCell value={value} />;
  return <ChoiceCell value={value} info={info} />;
}
