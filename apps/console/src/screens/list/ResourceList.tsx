import '../screens.css';
import { EmptyState, IconButton, SkeletonRows, useMediaQuery } from '@postern/ui';
import { Button, Dropdown } from 'antd';
import { ChevronDown, Columns3, Plus, RotateCw, SearchX, Trash2, TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { errorMessage } from '../../session/errors.ts';
import { useRunAction } from '../data/useRunAction.ts';
import { type Row, right } from '../model/resource.ts';
import { TransferButtons } from '../transfer/TransferButtons.tsx';
import { ListCards } from './ListCards.tsx';
import { ListTable, labelOf } from './ListTable.tsx';
import type { BulkAction, ListDefinition, RowAction } from './list-definition.ts';
import { TagSearch } from './TagSearch.tsx';
import { useSlashFocus } from './useListKeys.ts';
import { useResourceList } from './useResourceList.ts';
import { useStandardActions } from './useStandardActions.tsx';

const ColumnSettings = lazy(() => import('./ColumnSettings.tsx').then((module) => ({ default: module.ColumnSettings })));
const DateRange = lazy(() => import('./DateRange.tsx').then((module) => ({ default: module.DateRange })));

/** The list of a resource, drawn from its metadata; a screen says only what differs. */
export function ResourceList<R extends Row = Row>({ definition }: { definition: ListDefinition<R> }) {
  const { resource, create } = definition;
  const { t } = useTranslation(['screens', 'features']);
  const list = useResourceList(definition);
  const actions = useStandardActions(definition);
  const runAction = useRunAction();
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const navigate = useNavigate();
  const phone = useMediaQuery('(max-width: 719.98px)');
  const search = useRef<HTMLInputElement>(null);
  const [choosing, setChoosing] = useState(false);
  useSlashFocus(search);

  const noun = t(`features:noun.${resource.noun}.one`);
  const nouns = t(`features:noun.${resource.noun}.other`);
  const mayView = can(right(resource, 'view'));
  const linkOf = (row: R) => {
    if (definition.linkTo === false || !mayView) return undefined;
    return definition.linkTo ? definition.linkTo(row) : `${resource.path}/${row.id}`;
  };
  const onRun = async (action: RowAction<R>, row: R) => {
    const question = action.confirm?.(row);
    const ran = await runAction(() => action.run(row), { question: question && { ...question, danger: action.danger }, done: action.done });
    if (ran && action.done) await (action.id === 'delete' ? list.afterRemoval(1) : list.refresh());
  };
  const bulk = bulkActions(definition, {
    label: t('list.deleteSelected'),
    confirm: (count) => ({ title: t('delete.manyTitle', { count, nouns }), text: t('delete.text'), verb: t('delete.many', { count }) }),
    run: list.deleteSelected,
    done: t('delete.done', { name: nouns }),
    enabled: can(right(resource, 'delete')),
  });
  const onBulk = async (action: BulkAction<R>) => {
    const count = list.selected.length;
    const question = action.confirm?.(count);
    const ran = await runAction(() => action.run(list.selected), {
      question: question && { ...question, danger: action.danger },
      done: action.done,
    });
    if (ran) await (action.id === 'delete' ? list.afterRemoval(count) : list.refresh());
  };
  const createTo = create ?? `${resource.path}/create`;
  const mayCreate = createTo !== false && can(right(resource, 'add')) && (!isRoot || definition.global === true);
  const createButton = mayCreate && (
    <Button type="primary" icon={<Plus size={16} />} onClick={() => (typeof createTo === 'string' ? navigate(createTo) : createTo())}>
      {definition.createLabel ?? t('list.create', { noun })}
    </Button>
  );
  const selectable = definition.selectable ?? bulk.length > 0;
  const empty = list.filtered ? (
    <EmptyState
      icon={SearchX}
      title={t('list.noMatch')}
      text={t('list.noMatchText')}
      action={<Button onClick={list.clearTags}>{t('list.clearFilter')}</Button>}
    />
  ) : (
    <EmptyState title={t('list.none', { nouns })} text={definition.empty} action={createButton} />
  );
  const view = {
    definition,
    list,
    actions,
    selectable,
    onRun,
    linkOf,
    empty,
    onOpen: (row: R) => void (linkOf(row) && navigate(linkOf(row) ?? '')),
  };

  return (
    <section className="s-list" aria-busy={list.fetching} aria-label={nouns}>
      <div className="s-toolbar">
        <div className="s-toolbar-start">
          {createButton}
          {definition.toolbar}
          {bulk.length > 0 && (
            <Dropdown
              trigger={['click']}
              disabled={list.selected.length === 0}
              menu={{
                items: bulk.map(({ id, label, icon, danger = false, enabled = true }) => ({
                  key: id,
                  label,
                  icon,
                  danger,
                  disabled: !enabled,
                })),
                onClick: ({ key }) => {
                  const action = bulk.find((item) => item.id === key);
                  if (action) void onBulk(action);
                },
              }}
            >
              <Button>
                {list.selected.length > 0 ? t('list.selected', { count: list.selected.length }) : t('list.bulk')} <ChevronDown size={14} />
              </Button>
            </Dropdown>
          )}
        </div>
        <div className="s-toolbar-end">
          {list.state.dates && (
            <Suspense fallback={<span className="s-dates" />}>
              <DateRange value={list.state.dates} onChange={(dates) => list.change({ dates, page: 1 })} />
            </Suspense>
          )}
          <TagSearch
            options={list.options}
            tags={list.tags}
            onAdd={list.addTag}
            onRemove={list.removeTag}
            onClear={list.clearTags}
            inputRef={search}
          />
          <span className="s-toolbar-icons">
            {!phone && <IconButton icon={Columns3} label={t('columns.title')} onClick={() => setChoosing(true)} />}
            <TransferButtons definition={definition} list={list} />
            <IconButton icon={RotateCw} label={t('list.refresh')} onClick={() => void list.refresh()} />
          </span>
        </div>
      </div>
      {list.error && !list.loading && list.rows.length === 0 ? (
        <EmptyState
          icon={TriangleAlert}
          title={t('list.failed')}
          text={errorMessage(list.error)}
          action={<Button onClick={() => void list.refresh()}>{t('action.retry')}</Button>}
        />
      ) : list.loading && list.error === null ? (
        <SkeletonRows rows={Math.min(list.state.size, 12)} columns={phone ? 2 : 6} label={t('list.loading')} />
      ) : phone ? (
        <ListCards {...view} />
      ) : (
        <ListTable {...view} />
      )}
      {choosing && (
        <Suspense>
          <ColumnSettings
            columns={list.offered.map((name) => ({
              name,
              label: labelOf(definition, name, list.fields[name]),
              fixed: definition.min?.includes(name) ?? name === 'name',
            }))}
            visible={list.visible}
            onSave={list.chooseColumns}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The screen's own bulk actions, then deletion unless the screen has none. */
function bulkActions<R extends Row>(definition: ListDefinition<R>, remove: Omit<BulkAction<R>, 'id'>): BulkAction<R>[] {
  const own = (definition.bulkActions ?? []).filter((action) => action.shown ?? true);
  if (definition.bulkDelete === false || definition.delete === false) return own;
  return [...own, { ...remove, id: 'delete', icon: <Trash2 size={14} />, danger: true }];
}

/** A link inside a cell, such as a related object's page. */
export const CellLink = ({ to, children }: { to: string | false; children: React.ReactNode }) =>
  to ? <Link to={to}>{children}</Link> : children;
