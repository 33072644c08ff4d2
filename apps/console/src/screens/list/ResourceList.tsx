import { LoadFailed } from '../../data/LoadFailed.tsx';
import '../screens.css';
import { ApiError } from '@postern/client/http';
import { EmptyState, SkeletonRows, useMediaQuery } from '@postern/ui';
import { Alert, Button } from 'antd';
import { Lock, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useHref, useNavigate } from 'react-router';
import { onDemand } from '../../data/on-demand.tsx';
import { useRunAction } from '../../data/useRunAction.ts';
import { type Row, right } from '../../model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { errorMessage } from '../../session/errors.ts';
import type { RowPreview as PreviewOf } from '../preview/RowPreview.tsx';
import { useRowPreview } from '../preview/useRowPreview.ts';
import { CardGrid } from './CardGrid.tsx';
import { EmptyList } from './EmptyList.tsx';
import { ListCards } from './ListCards.tsx';
import { ListTable } from './ListTable.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import type { ListDefinition, RowAction } from './list-definition.ts';
import { useBulkActions } from './useBulkActions.tsx';
import { usePageKeys } from './useListKeys.ts';
import { useResourceList } from './useResourceList.ts';
import { useStandardActions } from './useStandardActions.tsx';

function PreviewComes() {
  const { t } = useTranslation('screens');
  return <SkeletonRows rows={8} columns={2} label={t('list.loading')} />;
}
const RowPreview = onDemand(
  () => import('../preview/RowPreview.tsx').then((module) => module.RowPreview),
  <PreviewComes />,
) as typeof PreviewOf;
const ListHelp = onDemand(() => import('./ListHelp.tsx').then((module) => module.ListHelp));

const READ_ONLY = { create: false, update: false, delete: false, clone: false } as const;

/** The list of a resource, drawn from its metadata; a screen says only what differs. */
export function ResourceList<R extends Row = Row>({ definition: given }: { definition: ListDefinition<R> }) {
  const definition = given.readOnly ? { ...given, ...READ_ONLY } : given;
  const { resource } = definition;
  const { t } = useTranslation(['screens', 'features']);
  const list = useResourceList(definition);
  const actions = useStandardActions(definition);
  const runAction = useRunAction();
  const { can } = useAuth();
  const navigate = useNavigate();
  const phone = useMediaQuery('(max-width: 719.98px)');
  const search = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);
  const [helping, setHelping] = useState(false);
  usePageKeys(search, () => setHelping(true));
  const createButton = useCreateButton(definition);

  const nouns = t(`noun:${resource.noun}.other`);
  const bulk = useBulkActions(definition, list, nouns);
  const mayView = can(right(resource, 'view'));
  const linkOf = (row: R) => {
    if (definition.linkTo === false || !mayView) return undefined;
    return definition.linkTo ? definition.linkTo(row) : `${resource.path}/${row.id}`;
  };
  const preview = useRowPreview(definition, list.place, section, linkOf);
  const onRun = async (action: RowAction<R>, row: R) => {
    const question = action.confirm?.(row);
    const ran = await runAction((reason) => action.run(row, reason), {
      question: question && { ...question, danger: action.danger },
      done: action.done,
    });
    if (ran) await preview.done(action, row);
    if (ran && action.done) await (action.id === 'delete' ? list.afterRemoval(1) : list.refresh());
  };
  const empty = (
    <EmptyList
      definition={definition}
      nouns={nouns}
      filtered={list.filtered}
      unmatched={list.unmatched}
      dates={list.state.dates}
      onDates={(dates) => list.change({ dates, page: 1 })}
      onClear={list.clearTags}
      createButton={createButton}
    />
  );
  const view = {
    definition,
    list,
    actions,
    selectable: definition.selectable ?? bulk.actions.length > 0,
    onRun,
    linkOf,
    preview,
    empty,
    onOpen: (row: R) => {
      const to = linkOf(row);
      if (to) void navigate(to);
      else definition.onEnter?.(row);
    },
  };
  const failed = list.error && !list.loading && list.rows.length === 0;
  return (
    <section ref={section} className="s-list" aria-busy={list.fetching} aria-label={nouns}>
      {definition.hint && <Alert type="info" showIcon title={definition.hint} className="s-alert" />}
      <ListToolbar
        definition={definition}
        list={list}
        bulk={bulk}
        nouns={nouns}
        phone={phone || definition.card !== undefined}
        createButton={createButton}
        search={search}
        onHelp={() => setHelping(true)}
      />
      {failed ? (
        <Failure error={list.error} onRetry={() => void list.refresh()} />
      ) : list.loading && list.error === null ? (
        <SkeletonRows rows={Math.min(list.state.size, 12)} columns={phone ? 2 : 6} label={t('list.loading')} />
      ) : definition.card ? (
        <CardGrid card={definition.card} list={list} linkOf={linkOf} empty={empty} />
      ) : (
        <div className={preview.id ? 's-beside is-open' : 's-beside'}>
          {phone ? <ListCards {...view} /> : <ListTable {...view} />}
          {preview.id && <RowPreview {...view} id={preview.id} within={section} phone={phone} />}
        </div>
      )}
      {helping && <ListHelp onClose={() => setHelping(false)} />}
    </section>
  );
}

/** Create, for those who may: nothing is made in the root organisation (docs/behaviour/start-and-views.md#the-root-organisation). */
function useCreateButton<R extends Row>({ resource, create, createLabel, global }: ListDefinition<R>): ReactNode {
  const { t } = useTranslation(['screens', 'features']);
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const navigate = useNavigate();
  const to = create ?? `${resource.path}/create`;
  const href = useHref(typeof to === 'string' ? to : '');
  if (to === false || !can(right(resource, 'add')) || (isRoot && global !== true)) return null;
  const inNewTab = () => typeof to === 'string' && window.open(href, '_blank', 'noopener');
  // As with a link: with Ctrl, Command or the middle button the form opens in a tab of its own.
  const press = ({ ctrlKey, metaKey }: { ctrlKey: boolean; metaKey: boolean }) => {
    if (typeof to !== 'string') to();
    else if (ctrlKey || metaKey) inNewTab();
    else navigate(to);
  };
  return (
    <Button type="primary" icon={<Plus size={16} />} onClick={press} onAuxClick={(event) => event.button === 1 && inNewTab()}>
      {createLabel ?? t('list.create', { noun: t(`noun:${resource.noun}.one`) })}
    </Button>
  );
}

/** Nothing came: without the right there is nothing to try again. */
function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['lists', 'screens']);
  if (error instanceof ApiError && error.status === 403)
    return <EmptyState icon={Lock} title={t('state.forbidden')} text={errorMessage(error)} />;
  return <LoadFailed title={t('screens:list.failed')} error={error} onRetry={onRetry} />;
}

/** A link inside a cell, such as a related object's page. */
export const CellLink = ({ to, children }: { to: string | false; children: React.ReactNode }) =>
  to ? <Link to={to}>{children}</Link> : children;
