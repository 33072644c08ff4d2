import { Surface, type Why, WhyNot } from '@postern/ui';
import { Button } from 'antd';
import { CircleMinus, ListTree } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';
import type { Row } from '../../model/resource.ts';

const STEP = 10;

export interface RelationCardProps {
  title: string;
  /** List to choose from. */
  url: string;
  items?: readonly {
    id: Row['id'];
    label: ReactNode;
    name: string /** Held through something else: not to be removed here. */;
    inherited?: string;
  }[];
  labelOf?: (row: Row) => string;
  /** Why nothing can be added or removed. */
  refused?: Why;
  add: (ids: Row['id'][]) => unknown;
  /** Without it the held items are not listed. */
  remove?: (id: Row['id']) => unknown;
  /** A dialog to choose in, beside the select, such as the tree of assets. */
  picker?: (dialog: { taken: readonly Row['id'][]; add: (ids: Row['id'][]) => Promise<void>; close: () => void }) => ReactNode;
}

/** Related objects: choose and add, see what is held, remove one (docs/behaviour/details.md#related-objects). A failed addition keeps the choice. */
export function RelationCard({ title, url, items = [], labelOf, refused, add, remove, picker }: RelationCardProps) {
  const { t } = useTranslation(['screens', 'identity']);
  const runAction = useRunAction();
  const [chosen, setChosen] = useState<Row['id'][]>([]);
  const [shown, setShown] = useState(STEP);
  const [busy, setBusy] = useState(false);
  const [browsing, setBrowsing] = useState(false);
  const taken = items.map((item) => item.id);
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
          disabled={Boolean(refused)}
          placeholder={t('select.add')}
          taken={taken}
          labelOf={labelOf}
          aria-label={title}
        />
        {picker && (
          <WhyNot reason={refused}>
            <Button
              icon={<ListTree size={16} />}
              aria-label={t('identity:detail.browse')}
              title={t('identity:detail.browse')}
              onClick={() => setBrowsing(true)}
            />
          </WhyNot>
        )}
        <WhyNot reason={refused || (chosen.length === 0 && t('relation.choose'))}>
          <Button loading={busy} onClick={() => void onAdd()}>
            {t('action.add')}
          </Button>
        </WhyNot>
      </div>
      {remove && (
        <ul className="s-relation">
          {items.slice(0, shown).map((item) => (
            <li key={item.id}>
              <span>{item.label}</span>
              {item.inherited && <small className="s-empty">{item.inherited}</small>}
              <WhyNot reason={refused || item.inherited}>
                <Button
                  type="text"
                  size="small"
                  danger
                  icon={<CircleMinus size={16} />}
                  aria-label={t('relation.remove', { name: item.name })}
                  title={t('action.remove')}
                  onClick={() => void runAction(() => remove(item.id))}
                />
              </WhyNot>
            </li>
          ))}
          {items.length === 0 && <li className="s-empty">{t('relation.none')}</li>}
        </ul>
      )}
      {browsing &&
        picker?.({
          taken,
          close: () => setBrowsing(false),
          add: async (ids) => {
            if (await runAction(() => add(ids))) setBrowsing(false);
          },
        })}
      {remove && items.length > shown && (
        <Button type="link" size="small" onClick={() => setShown(shown + STEP)}>
          {t('relation.more', { count: items.length - shown })}
        </Button>
      )}
    </Surface>
  );
}
