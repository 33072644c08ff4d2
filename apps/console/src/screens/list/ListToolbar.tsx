import { IconButton } from '@postern/ui';
import { Button } from 'antd';
import { ChevronDown, Columns3, Ellipsis, RotateCw } from 'lucide-react';
import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import type { Row } from '../../model/resource.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { TransferButtons } from '../transfer/TransferButtons.tsx';
import { labelOf } from './list-columns.ts';
import type { ListDefinition } from './list-definition.ts';
import { PopMenu } from './PopMenu.tsx';
import { setCompact, useRowHeight } from './row-height.ts';
import { TagSearch } from './TagSearch.tsx';
import type { BulkActions } from './useBulkActions.tsx';
import type { ResourceListModel } from './useResourceList.ts';
import { useSeenFile } from './useSeenFile.ts';
import { ViewMenu } from './ViewMenu.tsx';

const ColumnSettings = onDemand(() => import('./ColumnSettings.tsx').then((module) => module.ColumnSettings));
const DateRange = lazy(() => import('./DateRange.tsx').then((module) => ({ default: module.DateRange })));
const BulkUpdateDialog = onDemand(() => import('./BulkUpdateDialog.tsx').then((module) => module.BulkUpdateDialog));

interface Props<R extends Row> {
  definition: ListDefinition<R>;
  list: ResourceListModel<R>;
  bulk: BulkActions<R>;
  nouns: string;
  /** Drawn as cards: there are no columns to set. */
  phone: boolean;
  createButton: ReactNode;
  search: RefObject<HTMLInputElement | null>;
  onHelp: () => void;
}

/** Above the rows: create and bulk actions to the left; views, dates, search and the icons to the right (docs/behaviour/lists.md#toolbar). */
export function ListToolbar<R extends Row>({ definition, list, bulk, nouns, phone, createButton, search, onHelp }: Props<R>) {
  const { t } = useTranslation(['lists', 'screens']);
  const [choosing, setChoosing] = useState(false);
  const seen = useSeenFile(definition, list, nouns);
  const { compact } = useRowHeight();
  const unless = useUnless();
  const count = list.selected.length;
  const bulkItems = () => {
    const items = bulk.actions.map(({ id, label, icon, danger = false, refused }) => ({
      key: id,
      label,
      icon,
      danger,
      why: refused || unless(count > 0, 'refused:unticked'),
    }));
    return count > 0 ? [{ key: 'heading', type: 'group' as const, label: t('bulk.heading', { count }), children: items }] : items;
  };
  return (
    <div className="s-toolbar">
      <div className="s-toolbar-start">
        {createButton}
        {definition.toolbar}
        {bulk.actions.length > 0 && (
          <PopMenu items={bulkItems} onPick={(key) => void bulk.run(key)}>
            {(button) => (
              <Button {...button}>
                {count > 0 ? t('screens:list.selected', { count }) : t('screens:list.bulk')} <ChevronDown size={14} aria-hidden />
              </Button>
            )}
          </PopMenu>
        )}
      </div>
      <div className="s-toolbar-end">
        <ViewMenu list={list} />
        {list.state.dates && (
          <Suspense fallback={<span className="s-dates" />}>
            <DateRange value={list.state.dates} onChange={(dates) => list.change({ dates, page: 1 })} />
          </Suspense>
        )}
        <TagSearch
          options={list.options}
          tags={list.tags}
          filters={list.state.filters}
          counted={list.counted.box}
          onAdd={list.addTag}
          onRemove={list.removeTag}
          onClear={list.clearTags}
          inputRef={search}
        />
        <span className="s-toolbar-icons">
          {!phone && <IconButton icon={Columns3} label={t('screens:columns.title')} onClick={() => setChoosing(true)} />}
          <TransferButtons definition={definition} list={list} />
          <IconButton icon={RotateCw} label={t('screens:list.refresh')} onClick={() => void list.refresh()} />
          <PopMenu
            items={() => [
              { key: 'seen', label: t('seen.download'), locked: seen.busy, why: list.total === 0 && t('seen.none') },
              ...(phone
                ? []
                : [
                    { key: 'density', label: t(compact ? 'density.normal' : 'density.compact') },
                    { key: 'keys', label: t('keys.title') },
                  ]),
            ]}
            onPick={(key) => (key === 'seen' ? void seen.download() : key === 'density' ? setCompact(!compact) : onHelp())}
          >
            {(button) => (
              <button {...button} type="button" className="p-icon-button" aria-label={t('more')} title={t('more')}>
                <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
              </button>
            )}
          </PopMenu>
        </span>
      </div>

      {choosing && (
        <ColumnSettings
          columns={list.offered.map((name) => ({
            name,
            label: labelOf(definition, name, list.fields[name]),
            fixed: definition.min?.includes(name) ?? name === 'name',
            width: list.widths[name],
          }))}
          visible={list.visible}
          onSave={list.chooseColumns}
          onClose={() => setChoosing(false)}
        />
      )}
      {bulk.updating && (
        <BulkUpdateDialog
          refresh={list.refresh}
          url={list.url}
          ids={list.selected}
          nouns={nouns}
          fields={bulk.updating}
          inputs={definition.bulkInputs}
          onClose={(saved) => {
            bulk.closeUpdate();
            if (saved) void list.refresh();
          }}
        />
      )}
    </div>
  );
}
