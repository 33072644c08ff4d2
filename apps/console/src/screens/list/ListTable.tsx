import { useHandler } from '@postern/ui';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWidth } from '../../data/useWidth.ts';
import type { Row } from '../../model/resource.ts';
import type { RowPreviewModel } from '../preview/useRowPreview.ts';
import { CutText } from './CutText.tsx';
import { contentWidths, useContentWidths } from './content-width.ts';
import { ListFoot } from './ListFoot.tsx';
import { actionsWidth, columnsOf, gridStyle, leadOf } from './list-columns.ts';
import type { ListDefinition, RowAction } from './list-definition.ts';
import { useRowHeight } from './row-height.ts';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { useFontVersion } from './text-width.ts';
import { rowKeys } from './useListKeys.ts';
import type { ResourceListModel } from './useResourceList.ts';
import { useRowWindow } from './useRowWindow.ts';
import { useRowWords } from './useRowWords.ts';

export interface ListViewProps<R extends Row> {
  definition: ListDefinition<R>;
  list: ResourceListModel<R>;
  actions: readonly RowAction<R>[];
  selectable: boolean;
  onRun: (action: RowAction<R>, row: R) => void;
  onOpen: (row: R) => void;
  linkOf: (row: R) => string | undefined;
  preview: RowPreviewModel<R>;
  empty: ReactNode;
}

/** The rows of a list as a table. All rows share the tracks of one grid, so that a dragged edge moves them without drawing anything again. */
export function ListTable<R extends Row>({
  definition,
  list,
  actions,
  selectable,
  onRun,
  onOpen,
  linkOf,
  preview,
  empty,
}: ListViewProps<R>) {
  const { t, i18n } = useTranslation(['lists', 'screens']);
  const { state, fields, rows, visible, widths, selection } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const lastTick = useRef<R['id']>(undefined);
  const [unfolded, setUnfolded] = useState<ReadonlySet<R['id']>>(new Set());
  const words = useRowWords();
  const lead = leadOf(definition, visible);
  const { compact, height } = useRowHeight();
  const names = visible.join();
  const fonts = useFontVersion();
  const labels = { yes: t('screens:value.yes'), no: t('screens:value.no'), language: i18n.language };
  const content = useContentWidths(
    `${definition.name ?? definition.resource.url} ${i18n.language} ${fonts}`,
    () => contentWidths(definition, visible, fields, rows, labels),
    [rows, names, fields],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the visible names are made anew each time, their text is what counts; another font has other widths
  const columns = useMemo(
    () => columnsOf(definition, visible, fields, widths, labels, content),
    [definition, names, fields, widths, t, fonts, content],
  );
  const before = (selectable ? 1 : 0) + (definition.expand ? 1 : 0);
  const after = actions.length > 0 ? actionsWidth(actions, t('table.actions')) : 0;
  const room = useWidth(scroller);
  const { first, last } = useRowWindow(scroller, rows.length, !definition.expand, height);

  const tickable = (row: R) => definition.canSelect?.(row) ?? true;
  const byKey = (key: string) => rows.find((row) => String(row.id) === key);
  const onTick = useHandler((id: R['id'], on: boolean, range: boolean) => {
    const [from, to] = [rows.findIndex((row) => row.id === lastTick.current), rows.findIndex((row) => row.id === id)];
    const span = range && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).filter(tickable) : [];
    selection.setMany(span.length > 0 ? span.map((row) => row.id) : [id], on);
    lastTick.current = id;
  });
  const onUnfold = useHandler((id: R['id']) => {
    const next = new Set(unfolded);
    if (!next.delete(id)) next.add(id);
    setUnfolded(next);
  });
  const run = useHandler(onRun);
  const onKeyDown = rowKeys({
    onToggle: (key, range) => {
      const row = byKey(key);
      if (row && selectable && tickable(row)) onTick(row.id, !selection.isSelected(row.id), range);
    },
    onOpen: (key) => {
      const row = byKey(key);
      if (row) onOpen(row);
    },
    onLook: (key) => {
      const row = byKey(key);
      if (row) preview.look(row);
    },
    onMove: preview.follow,
    onPage: (by) => {
      const to = state.page + by;
      if (to >= 1 && to <= Math.ceil(list.reachable / state.size)) list.change({ page: to });
    },
  });
  const onWidth = (name: string, width: number | undefined, done: boolean) => {
    if (done) return list.setWidth(name, width);
    const moved = columns.map((column) => (column.name === name && width ? { ...column, width, least: width, exact: true } : column));
    for (const [property, value] of Object.entries(gridStyle(moved, before, after, room)))
      table.current?.style.setProperty(property, value);
  };
  const pageRows = rows.filter(tickable);
  const tickedHere = pageRows.filter((row) => selection.isSelected(row.id)).length;
  const page = {
    checked: tickedHere > 0 && tickedHere === pageRows.length,
    mixed: tickedHere > 0 && tickedHere < pageRows.length,
    disabled: pageRows.length === 0,
    onChange: (on: boolean) =>
      selection.setMany(
        pageRows.map((row) => row.id),
        on,
      ),
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the focus; their keys are handled in one place
    <div className={`s-table${list.stale ? ' is-stale' : ''}${compact ? ' is-compact' : ''}`} onKeyDown={onKeyDown}>
      <div ref={scroller} className="s-table-scroll">
        <table ref={table} style={gridStyle(columns, before, after, room) as React.CSSProperties}>
          <TableHead
            columns={columns}
            order={state.order}
            filters={state.filters}
            counted={list.counted.head}
            onSort={(order) => list.change({ order, page: 1 })}
            onFilter={list.filterBy}
            onWidth={onWidth}
            page={selectable ? page : undefined}
            unfolds={definition.expand !== undefined}
            actions={actions.length > 0}
          />
          <tbody>
            {first > 0 && <tr className="s-room" style={{ height: first * height }} aria-hidden />}
            {rows.slice(first, last).map((row, index) => (
              <TableRow
                key={row.id}
                row={row}
                definition={definition}
                columns={columns}
                lead={lead}
                link={linkOf(row)}
                actions={actions}
                words={words}
                ticked={selectable ? selection.isSelected(row.id) : undefined}
                tickable={tickable(row)}
                unfolded={definition.expand ? unfolded.has(row.id) : undefined}
                tabStop={index === 0}
                looked={preview.id === String(row.id)}
                onPress={preview.press}
                onTick={onTick}
                onUnfold={onUnfold}
                onRun={run}
              />
            ))}
            {last < rows.length && <tr className="s-room" style={{ height: (rows.length - last) * height }} aria-hidden />}
          </tbody>
        </table>
        {rows.length === 0 && <div className="s-table-empty">{empty}</div>}
      </div>
      <CutText within={scroller} />
      <ListFoot list={list} />
    </div>
  );
}
