import { EmptyState } from '@postern/ui';
import { Button } from 'antd';
import { FolderSearch, SearchX } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { type Row, right } from '../../model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import type { Profile } from '../../session/session-types.ts';
import { Narrowed } from '../tree/narrowed.ts';
import type { ListDefinition } from './list-definition.ts';

interface Props<R extends Row> {
  definition: ListDefinition<R>;
  nouns: string;
  filtered: boolean;
  onClear: () => void;
  createButton: ReactNode;
}

/** Somebody of one organisation need not be told which one it is. */
const ofSeveral = ({ console_orgs, audit_orgs, workbench_orgs }: Profile): boolean =>
  [console_orgs, audit_orgs, workbench_orgs].some((orgs) => (orgs?.length ?? 0) > 1);

/** Why a list is empty for this person: what hides its rows, what belongs in it, and the next step that they may take (docs/behaviour/lists.md#empty-lists). */
export function EmptyList<R extends Row>({ definition, nouns, filtered, onClear, createButton }: Props<R>) {
  const { t } = useTranslation('screens');
  const showAll = useContext(Narrowed);
  const { can, profile } = useAuth();
  const { org, isRoot } = useOrg();
  const { resource, create, global, empty, syncUrl } = definition;
  if (filtered)
    return (
      <EmptyState
        icon={SearchX}
        title={t('list.noMatch')}
        text={t('list.noMatchText')}
        action={<Button onClick={onClear}>{t('list.clearFilter')}</Button>}
      />
    );
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
  const title =
    org?.name && !isRoot && !global && syncUrl !== false && ofSeveral(profile)
      ? t('list.noneIn', { nouns, org: org.name })
      : t('list.none', { nouns });
  const made = create !== false;
  const why = !made || createButton ? undefined : t(can(right(resource, 'add')) && isRoot ? 'list.madeElsewhere' : 'list.mayNotAdd');
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
      action={createButton}
    />
  );
}
