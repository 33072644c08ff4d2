import './card-grid.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Row } from '../../model/resource.ts';
import { ListFoot } from './ListFoot.tsx';
import type { ResourceListModel } from './useResourceList.ts';

interface Props<R extends Row> {
  card: (row: R) => ReactNode;
  list: ResourceListModel<R>;
  linkOf: (row: R) => string | undefined;
  empty: ReactNode;
}

/** A list whose rows are looked at more than compared, as cards beside each other: each is one link to its page. */
export function CardGrid<R extends Row>({ card, list, linkOf, empty }: Props<R>) {
  if (list.rows.length === 0) return <div className="s-cards-empty">{empty}</div>;
  return (
    <div className={list.stale ? 'is-stale' : undefined}>
      <ul className="s-grid">
        {list.rows.map((row) => {
          const to = linkOf(row);
          return (
            <li key={row.id} data-row-key={row.id} className="s-grid-card">
              {to ? <Link to={to}>{card(row)}</Link> : card(row)}
            </li>
          );
        })}
      </ul>
      <ListFoot list={list} />
    </div>
  );
}
