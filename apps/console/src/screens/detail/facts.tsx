import type { FieldInfo } from '@postern/contract/metadata';
import { CopyableText, type Fact } from '@postern/ui';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { kindOf } from '../../fields/kinds.ts';
import { TagsCell } from '../../fields/TagsCell.tsx';
import type { FieldMap } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';

const HIDDEN = ['org_id', 'auto_config'];

interface Labels {
  copy: string;
  copied: string;
}

/** Facts of an object by what its metadata says of them. Only what it describes: a name of the wire is a word of no language. */
export function factsOf<R extends Row>(
  row: R,
  fields: FieldMap,
  names: readonly string[],
  t: TFunction<'screens'>,
  cells: Readonly<Record<string, (row: R) => ReactNode>> = {},
): Fact[] {
  const labels = { copy: t('action.copy'), copied: t('action.copied') };
  return names.flatMap((name) => {
    const info = fields[name];
    if (!info || HIDDEN.includes(name)) return [];
    const value = cells[name]?.(row) ?? <FactValue value={row[name]} info={info} labels={labels} />;
    return { key: name, label: info.label, value };
  });
}

function FactValue({ value, info, labels }: { value: unknown; info: FieldInfo; labels: Labels }) {
  const { Cell, Fact } = kindOf(info.type);
  if (Fact) return <Fact value={value} info={info} />;
  if (typeof value === 'string' && value !== '') {
    return (
      <CopyableText value={value} labels={labels} mono={info.label === 'ID'}>
        {value}
      </CopyableText>
    );
  }
  if (Array.isArray(value) && value.length > 2) return <TagsCell value={value} />;
  return <Cell value={value} info={info} />;
}
