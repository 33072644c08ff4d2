import { EmptyState } from '@postern/ui';
import { Button } from 'antd';
import { CalendarSearch, FolderSearch, SearchX } from 'lucide-react';
import { isValidElement, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListState } from '../../model/list-query.ts';
import { type Row, right } from '../../model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { NextStep } from '../page/NextStep.tsx';
import { Narrowed } from '../tree/narrowed.ts';
import type { ListDefinition } from './list-definition.ts';
import { OrgMenu, useOtherOrgs } from './OrgMenu.tsx';

export type Filtered = 'own' | 'start' | undefined;

interface Props<R extends Row> {
  definition: ListDefinition<R>;
  nouns: string;
  /** The person's own filter, the one that the list begins with, or none. */
  filtered: Filtered;
  /** What is said of the person's own filter in particular. */
  unmatched: string | undefined;
  dates: ListState['dates'];
  onDates: (dates: NonNullable<ListState['dates']>) => void;
  onClear: () => void;
  createButton: ReactNode;
}

const DAY = 86_400_000;
/** How far a list of events is looked through by one press. */
const FAR = 365;

/** Why a list is empty for this person: what hides its rows, what belongs in it, and the next step that they may take (docs/behaviour/lists.md#empty-lists). */
export function EmptyList<R extends Row>(props: Props<R>) {
  const { definition, nouns, filtered, unmatched, dates, onDates, onClear, createButton } = props;
  const { t } = useTranslation('screens');
  const showAll = useContext(Narrowed);
  const { empty } = definition;
  if (filtered === 'own')
    return (
      <EmptyState
        icon={SearchX}
        title={unmatched ?? t('list.noMatch')}
        {...(unmatched ? {} : { text: t('list.noMatchText') })}
        action={<Button onClick={onClear}>{t('list.clearFilter')}</Button>}
      />
    );
  if (filtered === 'start') return <NothingToStartWith {...props} />;
  if (showAll)
    return (
      <EmptyState
        icon={FolderSearch}
        title={t('list.nonePicked', { nouns })}
        text={empty}
        action={
          <>
            {createButton}
            <Button onClick={showAll}>{t('list.showAll')}</Button>
          </>
        }
      />
    );
  // A year has more days than that now and then, and the end of the span is tomorrow.
  if (dates && dates.to - dates.from < (FAR - 1) * DAY) {
    const now = Date.now();
    return (
      <EmptyState
        icon={CalendarSearch}
        title={t('list.noneThen', { nouns })}
        text={empty}
        action={<Button onClick={() => onDates({ from: now - FAR * DAY, to: now + DAY })}>{t('list.lookBack', { count: FAR })}</Button>}
      />
    );
  }
  return <NothingMade {...props} />;
}

/** The person has chosen nothing: what the list begins with leaves no row, and there may be others. */
function NothingToStartWith<R extends Row>({ definition: { start, empty, next }, onClear, createButton }: Props<R>) {
  const { t } = useTranslation('screens');
  return (
    <EmptyState
      title={start?.none ?? ''}
      text={empty}
      action={
        <>
          {createButton ?? <OwnStep next={next} />}
          <Button onClick={onClear}>{t('list.showAll')}</Button>
        </>
      }
    />
  );
}

function OwnStep({ next }: { next: ListDefinition['next'] }) {
  return isValidElement(next) ? next : next !== null && <NextStep steps={[next]} />;
}

function NothingMade<R extends Row>({ definition, nouns, dates, createButton }: Props<R>) {
  const { t } = useTranslation('screens');
  const { can } = useAuth();
  const { org, isRoot } = useOrg();
  const others = useOtherOrgs();
  const { resource, create, global, empty, syncUrl, next } = definition;
  const elsewhere = !global && syncUrl !== false;
  // Somebody of one organisation need not be told which one it is.
  const named = org?.name && !isRoot && elsewhere && others.length > 0;
  const title = dates ? t('list.noneThen', { nouns }) : named ? t('list.noneIn', { nouns, org: org.name }) : t('list.none', { nouns });
  const forbidden = isRoot && can(right(resource, 'add')) ? 'list.madeElsewhere' : 'list.mayNotAdd';
  const why = create === false || createButton ? undefined : t(forbidden);
  return (
    <EmptyState
      title={title}
      text={
        <>
          {empty}
          {why && (
            <>
              <br />
              {why}
            </>
          )}
        </>
      }
      action={
        <>
          {createButton ?? <OwnStep next={next} />}
          {elsewhere && others.length > 0 && <OrgMenu orgs={others} label={t(isRoot ? 'list.chooseOrg' : 'list.otherOrg')} />}
        </>
      }
    />
  );
}
