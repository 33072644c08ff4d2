import { Surface } from '@postern/ui';
import { Button } from 'antd';
import { CircleMinus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import { useRunAction } from '../data/useRunAction.ts';
import type { Row } from '../model/resource.ts';

const STEP = 10;

export interface RelationCardProps {
  title: string;
  /** List to choose from. */
  url: string;
  items?: readonly { id: Row['id']; label: ReactNode; name: string }[];
  labelOf?: (row: Row) => string;
  disabled?: boolean;
  add: (ids: Row['id'][]) => unknown;
  /** Without it the held items are not listed. */
  remove?: (id: Row['id']) => unknown;
}

/** Related objects: choose and add, see what is held, remove one (shell §11). A failed addition keeps the choice. */
export function RelationCard({ title, url, items = [], labelOf, disabled = false, add, remove }: RelationCardProps) {
  const { t } = useTranslation('screens');
  const runAction = useRunAction();
  const [chosen, setChosen] = useState<Row['id'][]>([]);
  const [shown, setShown] = useState(STEP);
  const [busy, setBusy] = useState(false);
  const onAdd = async () => {
    setBusy(true);
    if (await runAction(() => add(chosen))) setChosen([]);
    setBusy(false);
  };
  return (
    <Surface title={title}>
      <div className="s-relation-add">
        <RemoteSelect
          url={url}
          multiple
          value={chosen}
          onChange={(ids) => setChosen(ids as Row['id'][])}
          disabled={disabled}
          placeholder={t('select.add')}
          taken={items.map((item) => item.id)}
          labelOf={labelOf}
          aria-label={title}
        />
        <Button disabled={disabled || chosen.length === 0} loading={busy} onClick={() => void onAdd()}>
          {t('action.add')}
        </Button>
      </div>
      {remove && (
        <ul className="s-relation">
          {items.slice(0, shown).map((item) => (
            <li key={item.id}>
              <span>{item.label}</span>
              <Button
                type="text"
                size="small"
                danger
                disabled={disabled}
                icon={<CircleMinus size={16} />}
                aria-label={t('relation.remove', { name: item.name })}
                title={t('action.remove')}
                onClick={() => void runAction(() => remove(item.id))}
              />
            </li>
          ))}
          {items.length === 0 && <li className="s-empty">{t('relation.none')}</li>}
        </ul>
      )}
      {remove && items.length > shown && (
        <Button type="link" size="small" onClick={() => setShown(shown + STEP)}>
          {t('relation.more', { count: items.length - shown })}
        </Button>
      )}
    </Surface>
  );
}
