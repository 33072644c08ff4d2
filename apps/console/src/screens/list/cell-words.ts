import type { FieldInfo } from '@postern/contract/metadata';
import { kindOf } from '../../fields/kinds.ts';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import type { ListDefinition } from './list-definition.ts';

/** Words that a value itself does not hold. `language` is a tag, for exact times. */
export interface CellLabels {
  yes: string;
  no: string;
  language: string;
}

/** A value as text: names of related objects, labels of choices, exact times. */
export function valueWords(value: unknown, info: FieldInfo | undefined, labels: CellLabels): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? labels.yes : labels.no;
  if (Array.isArray(value)) return value.map((item: unknown) => valueWords(item, undefined, labels)).join(', ');
  const exact = info && kindOf(info.type).exact;
  if (exact && typeof value === 'string') return exact(value, labels.language);
  if (typeof value === 'object') {
    const { name, port, code, phone } = value as Record<string, unknown>;
    if (port !== undefined) return `${String(name)}/${String(port)}`;
    if (phone !== undefined) return [code, phone].filter(Boolean).join(' ');
    return relatedName(value) || JSON.stringify(value);
  }
  return info?.choices?.find((choice) => choice.value === choiceValue(value))?.label ?? String(value);
}

/** A cell as text, as close to what is drawn as a file allows: names of related objects, labels of choices, exact times. */
export function cellWords<R extends Row>(
  definition: ListDefinition<R>,
  name: string,
  info: FieldInfo | undefined,
  row: R,
  labels: CellLabels,
): string {
  return definition.cells?.[name]?.text?.(row) ?? valueWords(row[name], info, labels);
}
