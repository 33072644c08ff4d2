import { Button, Dropdown, Tooltip } from 'antd';
import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../model/resource.ts';
import type { RowAction } from './list-definition.ts';

interface Props<R extends Row> {
  row: R;
  actions: readonly RowAction<R>[];
  onRun: (action: RowAction<R>, row: R) => void;
}

/** Up to two actions as buttons; from three on the first one and the rest under More (spec §2, shell §6). */
export function RowActions<R extends Row>({ row, actions, onRun }: Props<R>) {
  const { t } = useTranslation('screens');
  const shown = actions.filter((action) => action.shown?.(row) ?? true);
  const direct = shown.length <= 2 ? shown : shown.slice(0, 1);
  const rest = shown.slice(direct.length);
  const isEnabled = (action: RowAction<R>) => action.enabled?.(row) ?? true;
  return (
    <span className="s-row-actions">
      {direct.map((action) => (
        <Tooltip key={action.id} title={action.hint?.(row)}>
          <Button
            type="link"
            size="small"
            danger={action.danger ?? false}
            disabled={!isEnabled(action)}
            onClick={(event) => {
              event.stopPropagation();
              onRun(action, row);
            }}
          >
            {action.label}
          </Button>
        </Tooltip>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map((action) => ({
              key: action.id,
              label: action.label,
              icon: action.icon,
              danger: action.danger ?? false,
              disabled: !isEnabled(action),
              title: action.hint?.(row) ?? '',
            })),
            onClick: ({ key, domEvent }) => {
              domEvent.stopPropagation();
              const action = rest.find((item) => item.id === key);
              if (action) onRun(action, row);
            },
          }}
        >
          <Button type="text" size="small" icon={<Ellipsis size={16} />} aria-label={t('list.moreFor', { name: row.name ?? '' })} />
        </Dropdown>
      )}
    </span>
  );
}
