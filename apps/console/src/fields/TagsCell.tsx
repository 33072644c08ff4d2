import { Tag } from 'antd';
import { relatedName } from '../model/metadata.ts';
import type { CellProps } from './field-props.ts';
import { Nothing } from './Nothing.tsx';

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
