import { isMarkColour } from '@postern/contract/machine-marks';
import { Tag } from 'antd';
import { relatedName } from '../model/metadata.ts';
import type { CellProps } from './field-props.ts';
import { Nothing } from './Nothing.tsx';

/** Short values as tags, such as protocols and labels. */
export function TagsCell({ value }: CellProps) {
  if (!Array.isArray(value) || value.length === 0) return <Nothing />;
  const tags = value.map((item: unknown) => ({ text: tagText(item), mark: tagMark(item) }));
  return (
    <span className="s-tags" title={tags.map(({ text }) => text).join(', ')}>
      {tags.map(({ text, mark }) => (
        <Tag key={text} {...(mark ? { className: `p-mark-tag p-mark--${mark}` } : {})}>
          {text}
        </Tag>
      ))}
    </span>
  );
}

/** The colour in which a label marks machines. */
function tagMark(item: unknown): string | undefined {
  const color = typeof item === 'object' && item !== null && 'color' in item ? item.color : undefined;
  return isMarkColour(color) ? color : undefined;
}

function tagText(item: unknown): string {
  if (typeof item === 'object' && item !== null) {
    const record = item as Record<string, unknown>;
    if ('port' in record) return `${String(record.name)}/${String(record.port)}`;
    if ('name' in record && typeof record.value === 'string') return `${String(record.name)}:${record.value}`;
  }
  return relatedName(item);
}
