import { WhyNot } from '@postern/ui';
import { Ellipsis } from 'lucide-react';
import { Fragment } from 'react';
import { type Row, titleOf } from '../../model/resource.ts';
import type { RowAction } from './list-definition.ts';
import { PopMenu } from './PopMenu.tsx';

interface Props<R extends Row> {
  row: R;
  actions: readonly RowAction<R>[];
  /** Name of the button with the rest, from the row's name. */
  more: (name: string) => string;
  onRun: (action: RowAction<R>, row: R) => void;
  /** As many as this stand beside More, where there is room for more than one. */
  direct?: number;
}

/** Up to two actions as buttons; from three on, or where one is rare, the first one and the rest under More (docs/behaviour/lists.md#row-actions). */
export function RowActions<R extends Row>({ row, actions, more, onRun, direct: room = 1 }: Props<R>) {
  const shown = actions.filter((action) => action.shown?.(row) ?? true);
  const direct = shown.length <= room + 1 && !shown.some(({ rare }) => rare) ? shown : shown.slice(0, room);
  const rest = shown.slice(direct.length);
  return (
    <span className="s-row-actions">
      {direct.map((action) =>
        action.draw ? (
          <Fragment key={action.id}>{action.draw(row)}</Fragment>
        ) : (
          <WhyNot key={action.id} reason={action.refused?.(row)}>
            <button
              type="button"
              className={action.danger ? 'p-bare s-link is-danger' : 'p-bare s-link'}
              onClick={() => onRun(action, row)}
            >
              {action.label}
            </button>
          </WhyNot>
        ),
      )}
      {rest.length > 0 && (
        <PopMenu
          items={() =>
            rest.map((action) => ({
              key: action.id,
              label: action.label,
              icon: action.icon,
              danger: action.danger ?? false,
              why: action.refused?.(row),
            }))
          }
          onPick={(key) => {
            const action = rest.find((item) => item.id === key);
            if (action) onRun(action, row);
          }}
        >
          {(button) => (
            <button {...button} type="button" className="p-bare s-icon-button" aria-label={more(titleOf(row))}>
              <Ellipsis size={16} aria-hidden />
            </button>
          )}
        </PopMenu>
      )}
    </span>
  );
}
