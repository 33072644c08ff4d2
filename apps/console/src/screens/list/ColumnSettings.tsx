import { Button, IconButton } from '@postern/ui';
import { Checkbox, InputNumber } from 'antd';
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { useUnless } from '../../session/useRefusals.ts';
import { WIDTH_LIMITS } from './list-columns.ts';

interface Offered {
  name: string;
  label: string;
  /** May not be hidden. */
  fixed: boolean;
  /** The person's own, in px. */
  width: number | undefined;
}

interface Props {
  columns: readonly Offered[];
  visible: readonly string[];
  onSave: (columns: readonly string[] | undefined, widths: Readonly<Record<string, number>>) => void;
  onClose: () => void;
}

/** Which columns a table shows, in which order and how wide; the ones it needs cannot be taken away (docs/behaviour/lists.md#columns). */
export function ColumnSettings({ columns, visible, onSave, onClose }: Props) {
  const { t } = useTranslation(['lists', 'screens']);
  const unless = useUnless();
  const byName = new Map(columns.map((column) => [column.name, column]));
  const [order, setOrder] = useState(() => [...new Set([...visible, ...byName.keys()])].filter((name) => byName.has(name)));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(visible));
  const [widths, setWidths] = useState(() => new Map(columns.map((column) => [column.name, column.width])));
  const [dragged, setDragged] = useState<string>();

  const move = (name: string, to: number) => {
    const others = order.filter((item) => item !== name);
    setOrder([...others.slice(0, to), name, ...others.slice(to)]);
  };
  const save = () => {
    const sizes = [...widths].filter((pair): pair is [string, number] => pair[1] !== undefined);
    onSave(
      order.filter((name) => chosen.has(name)),
      Object.fromEntries(sizes),
    );
    onClose();
  };
  return (
    <Dialog
      keeps
      title={t('screens:columns.title')}
      width={480}
      footer={
        <>
          <Button
            onClick={() => {
              onSave(undefined, {});
              onClose();
            }}
          >
            {t('screens:columns.restore')}
          </Button>
          <Button type="primary" refused={unless(chosen.size > 0, 'refused:noColumn')} onClick={save}>
            {t('screens:action.save')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <p className="s-dialog-text">{t('columns.text')}</p>
      <ul className="s-columns">
        {order.map((name, index) => {
          const { label, fixed } = byName.get(name) ?? { label: name, fixed: false };
          return (
            <li
              key={name}
              draggable
              className={dragged === name ? 'is-dragged' : ''}
              onDragStart={() => setDragged(name)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => {
                event.preventDefault();
                if (dragged !== undefined && dragged !== name) move(dragged, index);
              }}
            >
              <GripVertical size={14} aria-hidden />
              <Checkbox
                checked={chosen.has(name)}
                disabled={fixed}
                onChange={(event) => {
                  const next = new Set(chosen);
                  if (event.target.checked) next.add(name);
                  else next.delete(name);
                  setChosen(next);
                }}
              >
                {label}
              </Checkbox>
              <InputNumber
                size="small"
                min={WIDTH_LIMITS.min}
                max={WIDTH_LIMITS.max}
                step={10}
                placeholder={t('columns.auto')}
                aria-label={t('columns.width', { name: label })}
                value={widths.get(name) ?? null}
                onChange={(width) => setWidths(new Map(widths).set(name, width ?? undefined))}
              />
              <IconButton
                icon={ChevronUp}
                label={t('columns.up', { name: label })}
                refused={unless(index > 0, 'refused:first')}
                onClick={() => move(name, index - 1)}
              />
              <IconButton
                icon={ChevronDown}
                label={t('columns.down', { name: label })}
                refused={unless(index < order.length - 1, 'refused:end')}
                onClick={() => move(name, index + 1)}
              />
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
