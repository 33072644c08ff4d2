import './storage-choice.css';
import { IconButton, numberText, toast } from '@postern/ui';
import { CircleAlert, Database, Layers, RefreshCw, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Storages } from './storages.ts';

interface Props {
  storages: Storages;
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

interface Choice {
  id: string | undefined;
  name: string;
  icon: ReactNode;
  told: string;
  valid: boolean;
}

/** The storages beside the list: all of them, or one, each with its commands. One that does not answer says so and cannot be chosen. */
export function StorageChoice({ storages, chosen, onChoose }: Props) {
  const { t, i18n } = useTranslation('features');
  const { leaves, counting, recount } = storages;
  const shown = (count: number, more: boolean) => `${numberText(count, i18n.language)}${more ? '+' : ''}`;
  const choices: Choice[] = [
    {
      id: undefined,
      name: t('commands.allStorages'),
      icon: <Layers size={15} aria-hidden />,
      told: shown(
        leaves.reduce((sum, { count }) => sum + (count ?? 0), 0),
        leaves.some(({ more }) => more),
      ),
      valid: true,
    },
    ...leaves.map(({ id, name, type, count, more, valid }) => ({
      id,
      name,
      icon: valid ? (
        type === 'server' ? (
          <Server size={15} aria-hidden />
        ) : (
          <Database size={15} aria-hidden />
        )
      ) : (
        <CircleAlert size={15} aria-hidden />
      ),
      told: count === undefined ? t('commands.unavailable') : shown(count, more),
      valid,
    })),
  ];
  const current = choices.some(({ id }) => id === chosen) ? chosen : undefined;
  const pick = ({ id, name, valid }: Choice) => (valid ? onChoose(id) : toast.error(t('commands.away', { name })));
  return (
    <div className="c-storages">
      <div className="c-storages-head">
        <span className="c-storages-title">{t('commands.storages')}</span>
        <IconButton label={t('commands.recount')} icon={RefreshCw} onClick={recount} locked={counting} />
      </div>
      <nav aria-label={t('commands.storages')}>
        {choices.map((one) => (
          <button
            key={one.id ?? ''}
            type="button"
            aria-current={one.id === current}
            className={`c-storage${one.id === current ? ' is-chosen' : ''}${one.valid ? '' : ' is-away'}`}
            onClick={() => pick(one)}
          >
            {one.icon}
            <span className="c-storage-name" title={one.name}>
              {one.name}
            </span>
            <span className="c-storage-told">{one.told}</span>
          </button>
        ))}
      </nav>
    </div>
  );
}
