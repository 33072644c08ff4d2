import type { Fact } from '@postern/ui';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Row } from '../../model/resource.ts';
import { AutoCard, type AutoCardProps } from '../detail/AutoCard.tsx';
import { type QuickAction, QuickActions } from '../detail/QuickActions.tsx';
import { type DetailDefinition, ResourceDetail } from '../detail/ResourceDetail.tsx';
import type { DetailModel } from '../detail/useResourceDetail.ts';

/** What is different about the first tab, which has the facts and what is done with one touch. */
interface Basic<R extends Row> extends Pick<AutoCardProps<R>, 'exclude' | 'cells'> {
  /** Its name in the address. */
  name?: string;
  title?: string;
  /** Names to show, in this order; every readable field when absent. */
  fields?: readonly string[] | ((row: R) => readonly string[]);
  /** Facts that the metadata does not have. */
  extra?: (row: R) => readonly Fact[];
  above?: (row: R, detail: DetailModel<R>) => ReactNode;
  below?: (row: R, detail: DetailModel<R>) => ReactNode;
  /** Quick actions, beside the facts. */
  actions?: (row: R, detail: DetailModel<R>) => readonly QuickAction[];
  /** Beside the facts, under the quick actions. */
  beside?: (row: R, detail: DetailModel<R>) => ReactNode;
}

type Props<R extends Row> = Omit<DetailDefinition<R>, 'id' | 'tabs'> & {
  basic?: Basic<R>;
  /** Tabs after the first. */
  tabs?: DetailDefinition<R>['tabs'];
  /** Dialogs of the page. */
  children?: ReactNode;
};

/** The page of one object, by the address. With nothing but its resource it shows the facts of the metadata. */
export function DetailPage<R extends Row = Row>({ basic = {}, tabs, children, ...definition }: Props<R>) {
  const { t } = useTranslation('screens');
  const { id = '' } = useParams();
  const { resource, url = resource.url } = definition;
  const { name = 'Detail', title = t('detail.basic'), fields, extra, above, below, actions, beside, ...card } = basic;
  const facts = (row: R, detail: DetailModel<R>) => {
    const left = (
      <div className="s-stack">
        {above?.(row, detail)}
        <AutoCard
          url={url}
          row={row}
          title={title}
          fields={typeof fields === 'function' ? fields(row) : fields}
          extra={extra?.(row)}
          {...card}
        />
        {below?.(row, detail)}
      </div>
    );
    if (!actions && !beside) return left;
    return (
      <div className="s-columns-2">
        {left}
        <div className="s-stack">
          {actions && <QuickActions actions={actions(row, detail)} />}
          {beside?.(row, detail)}
        </div>
      </div>
    );
  };
  return (
    <>
      <ResourceDetail<R>
        definition={{
          ...definition,
          id,
          tabs: (row, detail) => [{ name, title, render: () => facts(row, detail) }, ...(tabs?.(row, detail) ?? [])],
        }}
      />
      <Suspense>{children}</Suspense>
    </>
  );
}
