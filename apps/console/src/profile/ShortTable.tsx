import { EmptyState } from '@postern/ui';
import { Table, type TableProps } from 'antd';
import type { LucideIcon } from 'lucide-react';

interface Props<R extends { id: string }> {
  rows: readonly R[];
  columns: NonNullable<TableProps<R>['columns']>;
  /** Instead of rows where there are none. */
  empty: { icon: LucideIcon; title: string; text: string };
}

/** A few rows of the person's own, all of them at once. */
export const ShortTable = <R extends { id: string }>({ rows, columns, empty }: Props<R>) => (
  <Table
    rowKey="id"
    dataSource={rows}
    pagination={false}
    scroll={{ x: 'max-content' }}
    locale={{ emptyText: <EmptyState {...empty} /> }}
    columns={columns}
  />
);
