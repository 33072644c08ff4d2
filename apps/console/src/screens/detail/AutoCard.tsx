import type { FieldInfo } from '@postern/contract/metadata';
import { CopyableText, type Fact, FactList, Surface } from '@postern/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExactTimeCell, TagsCell } from '../../fields/cells.tsx';
import { kindOf } from '../../fields/index.tsx';
import { useMetadata } from '../data/useMetadata.ts';
import { readableFields } from '../model/metadata.ts';
import { detailUrl, type Row } from '../model/resource.ts';

interface Props<R extends Row> {
  url: string;
  row: R;
  title: string;
  /** Names to show, in this order; every readable field when absent. */
  fields?: readonly string[];
  exclude?: readonly string[];
  /** Own drawing of single facts. */
  cells?: Readonly<Record<string, (row: R) => ReactNode>>;
  /** Facts that the metadata does not have. */
  extra?: readonly Fact[];
}

const HIDDEN = ['org_id', 'auto_config'];

/** The facts of an object from its metadata, in two columns, each one copyable (docs/behaviour/details.md#facts). */
export function AutoCard<R extends Row>({ url, row, title, fields: names, exclude = [], cells = {}, extra = [] }: Props<R>) {
  const { t } = useTranslation('screens');
  const own = useMetadata(detailUrl(url, row.id));
  // Of what nobody can write the server may describe the list alone; its fields are the same.
  const list = useMetadata(own.data && !own.data.actions.GET ? url : undefined);
  const fields = readableFields(own.data?.actions.GET ? own.data : list.data);
  const labels = { copy: t('action.copy'), copied: t('action.copied') };
  const shown = (names ?? Object.keys(fields)).filter(
    (name) => (name in fields || (name in cells && name in row)) && !HIDDEN.includes(name) && !exclude.includes(name),
  );
  const facts: Fact[] = shown.map((name) => {
    const info = fields[name];
    const own = cells[name];
    return { key: name, label: info?.label ?? name, value: own ? own(row) : <FactValue value={row[name]} info={info} labels={labels} /> };
  });
  return (
    <Surface title={title}>
      <FactList facts={[...facts, ...extra]} />
    </Surface>
  );
}

function FactValue({ value, info, labels }: { value: unknown; info: FieldInfo | undefined; labels: { copy: string; copied: string } }) {
  if (typeof value === 'string' && value !== '' && info?.type !== 'datetime') {
    return (
      <CopyableText value={value} labels={labels} mono={info?.label === 'ID'}>
        {value}
      </CopyableText>
    );
  }
  if (info?.type === 'datetime') return <ExactTimeCell value={value} />;
  if (Array.isArray(value) && value.length > 2) return <TagsCell value={value} />;
  const { Cell } = kindOf(info?.type ?? 'field');
  return <Cell value={value} info={info} />;
}
