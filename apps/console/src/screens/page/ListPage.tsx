import '../screens.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import type { ListDefinition } from '../list/list-definition.ts';
import { ResourceList } from '../list/ResourceList.tsx';
import { Page } from './Page.tsx';

type Props<R extends Row> = Omit<ListDefinition<R>, 'empty'> & {
  /** What belongs here, where more is known than what it is called. */
  empty?: string;
  /** The name of the list, when it is not that of the resource. */
  title?: string;
  /** Behind the title. */
  help?: string;
  /** Dialogs of the page. */
  children?: ReactNode;
};

/** The page of a list. With nothing but its resource it is drawn from the metadata; a feature says what differs. */
export function ListPage<R extends Row = Row>({ title, help, children, empty, ...definition }: Props<R>) {
  const { t } = useTranslation(['noun', 'screens']);
  return (
    <Page title={title ?? t(`noun:${definition.resource.noun}.title`)} help={help}>
      <ResourceList
        definition={
          {
            ...definition,
            empty: empty ?? t('screens:list.belongs', { nouns: t(`noun:${definition.resource.noun}.other`) }),
          } as ListDefinition<R>
        }
      />
      {children}
    </Page>
  );
}
