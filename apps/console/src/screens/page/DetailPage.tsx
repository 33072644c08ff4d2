import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Row } from '../../model/resource.ts';
import { AutoCard, type AutoCardProps } from '../detail/AutoCard.tsx';
import { type DetailDefinition, ResourceDetail } from '../detail/ResourceDetail.tsx';
import type { DetailModel } from '../detail/useResourceDetail.ts';

/** What is different about the first tab, which has the facts. */
interface Basic<R extends Row> extends Pick<AutoCardProps<R>, 'fields' | 'exclude' | 'cells' | 'extra'> {
  /** Its name in the address. */
  name?: string;
  title?: string;
  /** Beside the facts. */
  beside?: (row: R, detail: DetailModel<R>) => ReactNode;
}

type Props<R extends Row> = Omit<DetailDefinition<R>, 'id' | 'tabs'> & {
  basic?: Basic<R>;
  /** Tabs after the first. */
  tabs?: DetailDefinition<R>['tabs'];
};

/** The page of one object, by the address. With nothing but its resource it shows the facts of the metadata. */
export function DetailPage<R extends Row = Row>({ basic = {}, tabs, ...definition }: Props<R>) {
  const { t } = useTranslation('screens');
  const { id = '' } = useParams();
  const { resource, url = resource.url } = definition;
  const { name = 'Detail', title = t('detail.basic'), beside, ...card } = basic;
  const facts = (row: R, detail: DetailModel<R>) => {
    const own = <AutoCard url={url} row={row} title={title} {...card} />;
    if (!beside) return own;
    return (
      <div className="s-columns-2">
        {own}
        {beside(row, detail)}
      </div>
    );
  };
  return (
    <ResourceDetail<R>
      definition={{
        ...definition,
        id,
        tabs: (row, detail) => [{ name, title, render: () => facts(row, detail) }, ...(tabs?.(row, detail) ?? [])],
      }}
    />
  );
}
