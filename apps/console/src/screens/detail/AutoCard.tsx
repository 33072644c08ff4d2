import { addressAt } from '@postern/client/api';
import type { FieldInfo } from '@postern/contract/metadata';
import { CopyableText, EmptyState, type Fact, FactList, SkeletonRows, Surface } from '@postern/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMetadata } from '../../data/useMetadata.ts';
import { kindOf } from '../../fields/kinds.ts';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { readableFields } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { errorMessage } from '../../session/errors.ts';

export interface AutoCardProps<R extends Row> {
  url: string;
  row: R;
  title: string;
  /** Names to show, in this order; every readable field when absent. */
  fields?: readonly string[] | undefined;
  exclude?: readonly string[];
  /** Own drawing of single facts. */
  cells?: Readonly<Record<string, (row: R) => ReactNode>>;
  /** Facts that the metadata does not have. */
  extra?: readonly Fact[] | undefined;
}

const HIDDEN = ['org_id', 'auto_config'];

/** The facts of an object from its metadata, in two columns, each one copyable (docs/behaviour/details.md#facts). */
export function AutoCard<R extends Row>({ url, row, title, fields: names, exclude = [], cells = {}, extra = [] }: AutoCardProps<R>) {
  const { t } = useTranslation('screens');
  const own = useMetadata(addressAt(url, 'retrieve', row.id));
  // Of what nobody can write the server may describe the list alone; its fields are the same.
  const list = useMetadata(own.data && !own.data.actions.GET ? url : undefined);
  const described = own.data?.actions.GET ? own : list;
  return (
    <Surface title={title}>
      {described.data ? (
        <FactList facts={[...factsOf(readableFields(described.data)), ...extra]} />
      ) : own.error || list.error ? (
        <EmptyState
          title={errorMessage(own.error ?? list.error)}
          action={<Button onClick={() => void (own.error ? own : list).refetch()}>{t('action.retry')}</Button>}
        />
      ) : (
        <SkeletonRows rows={6} columns={2} label={t('list.loading')} />
      )}
    </Surface>
  );

  function factsOf(fields: Readonly<Record<string, FieldInfo>>): Fact[] {
    const labels = { copy: t('action.copy'), copied: t('action.copied') };
    // Only what the metadata describes: a name of the wire is a word of no language.
    const shown = (names ?? Object.keys(fields)).filter((name) => !HIDDEN.includes(name) && !exclude.includes(name));
    return shown.flatMap((name) => {
      const info = fields[name];
      if (!info) return [];
      const value = cells[name]?.(row) ?? <FactValue value={row[name]} info={info} labels={labels} />;
      return { key: name, label: info.label, value };
    });
  }
}

function FactValue({ value, info, labels }: { value: unknown; info: FieldInfo; labels: { copy: string; copied: string } }) {
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
