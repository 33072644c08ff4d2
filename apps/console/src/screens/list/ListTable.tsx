import type { FieldInfo } from '@postern/contract/metadata';
import { Table } from 'antd';
import type { ColumnsType, TableProps } from 'antd/es/table';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { kindOf } from '../../fields/index.tsx';
import { PAGE_SIZES } from '../model/list-query.ts';
import { columnWidth } from '../model/metadata.ts';
import type { Row } from '../model/resource.ts';
import type { ListDefinition, RowAction } from './list-definition.ts';
import { RowActions } from './RowActions.tsx';
import { rowKeys } from './useListKeys.ts';
import type { ResourceListModel } from './useResourceList.ts';

const ACTIONS_WIDTH = 128;
const MARK_WIDTH = 44;

export interface ListViewProps<R extends Row> {
  definition: ListDefinition<R>;
  list: ResourceListModel<R>;
  actions: readonly RowAction<R>[];
  selectable: boolean;
  onRun: (action: RowAction<R>, row: R) => void;
  onOpen: (row: R) => void;
  linkOf: (row: R) => string | undefined;
  empty: ReactNode;
}

/** The cell of a field: the screen's own, else the one of its type. The first column is the way into the row. */
export function cellOf<R extends Row>(definition: ListDefinition<R>, name: string, info: FieldInfo | undefined, row: R): ReactNode {
  const value = row[name];
  const { render, Cell: Own } = definition.cells?.[name] ?? {};
  if (render) return render(row);
  if (Own) return <Own row={row} value={value} info={info} />;
  const { Cell } = kindOf(info?.type ?? 'field');
  return <Cell value={value} info={info} />;
}

export const labelOf = <R extends Row>(definition: ListDefinition<R>, name: string, info: FieldInfo | undefined): string =>
  definition.cells?.[name]?.title ?? info?.label ?? name;

/** The column people know a row by, and open it with. */
export const leadOf = <R extends Row>(definition: ListDefinition<R>, visible: readonly string[]): string | undefined =>
  visible.find((name) => name === definition.min?.[0]) ?? visible[0];

export function ListTable<R extends Row>({ definition, list, actions, selectable, onRun, onOpen, linkOf, empty }: ListViewProps<R>) {
  const { t } = useTranslation('screens');
  const { state, fields } = list;
  const leading = leadOf(definition, list.visible);

  const columns: ColumnsType<R> = list.visible.map((name) => {
    const info = fields[name];
    const spec = definition.cells?.[name];
    const sortable = spec?.sortable ?? info?.order === true;
    const isNumber = info?.type === 'integer' || info?.type === 'float';
    return {
      key: name,
      title: labelOf(definition, name, info),
      width: spec?.width ?? columnWidth(name, info),
      align: spec?.align ?? (isNumber ? 'end' : 'start'),
      ellipsis: { showTitle: false },
      sorter: sortable,
      showSorterTooltip: false,
      sortOrder: state.order === name ? 'ascend' : state.order === `-${name}` ? 'descend' : null,
      render: (_: unknown, row: R) => {
        const cell = cellOf(definition, name, info, row);
        const to = name === leading ? linkOf(row) : undefined;
        return to ? <Link to={to}>{cell}</Link> : cell;
      },
    };
  });
  if (actions.length > 0) {
    columns.push({
      key: 'actions',
      title: t('list.actions'),
      width: ACTIONS_WIDTH,
      fixed: 'end',
      render: (_: unknown, row: R) => <RowActions row={row} actions={actions} onRun={onRun} />,
    });
  }
  const width =
    columns.reduce((sum, column) => sum + Number(column.width ?? 0), 0) +
    (selectable ? MARK_WIDTH : 0) +
    (definition.expand ? MARK_WIDTH : 0);

  const byKey = (key: string) => list.rows.find((row) => String(row.id) === key);
  const onKeyDown = rowKeys(
    (key) => {
      const row = byKey(key);
      if (!row || !selectable) return;
      list.setSelected(list.selected.includes(row.id) ? list.selected.filter((id) => id !== row.id) : [...list.selected, row.id]);
    },
    (key) => {
      const row = byKey(key);
      if (row) onOpen(row);
    },
  );
  const change: NonNullable<TableProps<R>['onChange']> = (page, _filters, sorter, extra) => {
    const by = Array.isArray(sorter) ? sorter[0] : sorter;
    if (extra.action === 'sort') {
      const order = by?.order ? `${by.order === 'descend' ? '-' : ''}${String(by.columnKey)}` : '';
      list.change({ order, page: 1 });
    } else if (extra.action === 'paginate') {
      const size = page.pageSize ?? state.size;
      list.change(size === state.size ? { page: page.current ?? 1 } : { size, page: 1 });
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside take the focus; their keys are handled in one place
    <div className={list.stale ? 's-table is-stale' : 's-table'} onKeyDown={onKeyDown}>
      <Table<R>
        rowKey="id"
        size="small"
        columns={columns}
        dataSource={list.rows}
        tableLayout="fixed"
        scroll={{ x: width }}
        sticky={{ offsetHeader: 0 }}
        onChange={change}
        locale={{ emptyText: empty }}
        rowClassName={(row) => definition.rowClass?.(row) ?? ''}
        onRow={(_, index) => ({ tabIndex: index === 0 ? 0 : -1 })}
        {...(selectable
          ? {
              rowSelection: {
                columnWidth: MARK_WIDTH,
                preserveSelectedRowKeys: true,
                selectedRowKeys: list.selected,
                onChange: (keys: React.Key[]) => list.setSelected(keys as R['id'][]),
                getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectPage') }),
                getCheckboxProps: (row: R) => ({ 'aria-label': t('list.selectRow', { name: row.name ?? String(row.id) }) }),
              },
            }
          : {})}
        {...(definition.expand ? { expandable: { expandedRowRender: definition.expand, columnWidth: MARK_WIDTH } } : {})}
        pagination={{
          current: state.page,
          pageSize: state.size,
          total: list.total,
          showSizeChanger: true,
          pageSizeOptions: [...PAGE_SIZES],
          showLessItems: true,
          hideOnSinglePage: list.total <= PAGE_SIZES[0],
          showTotal: (total) => t('list.total', { count: total }),
        }}
      />
    </div>
  );
}
