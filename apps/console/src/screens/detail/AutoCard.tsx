import { addressAt } from '@postern/client/api';
import { EmptyState, type Fact, FactList, SkeletonRows, Surface } from '@postern/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMetadata } from '../../data/useMetadata.ts';
import { type FieldMap, readableFields } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { errorMessage } from '../../session/errors.ts';
import { factsOf } from './facts.tsx';

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

/** The facts of an object from its metadata, in two columns, each one copyable (docs/behaviour/details.md#facts). */
export function AutoCard<R extends Row>({ url, row, title, fields: names, exclude = [], cells = {}, extra = [] }: AutoCardProps<R>) {
  const { t } = useTranslation('screens');
  const own = useMetadata(addressAt(url, 'retrieve', row.id));
  // Of what nobody can write the server may describe the list alone; its fields are the same.
  const list = useMetadata(own.data && !own.data.actions.GET ? url : undefined);
  const described = own.data?.actions.GET ? own : list;
  const shown = (all: FieldMap) =>
    factsOf(
      row,
      all,
      (names ?? Object.keys(all)).filter((name) => !exclude.includes(name)),
      t,
      cells,
    );
  return (
    <Surface title={title}>
      {described.data ? (
        <FactList facts={[...shown(readableFields(described.data)), ...extra]} />
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
}
