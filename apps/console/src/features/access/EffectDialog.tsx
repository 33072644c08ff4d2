import './access.css';
import type { AccessChange, AccessEffect, AccessEffectRow, AccessStanding } from '@postern/contract/access';
import { ACTION } from '@postern/contract/actions';
import { StatusTag } from '@postern/ui';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAccessWords } from './words.ts';

const TONES: Readonly<Record<AccessChange, 'success' | 'danger' | 'info'>> = { gains: 'success', loses: 'danger', changes: 'info' };
const CHANGES = Object.keys(TONES) as AccessChange[];

const ALL = Object.keys(ACTION).length;

/** What a person can do before or after, in one line. */
function useStanding() {
  const { t } = useTranslation(['access', 'features']);
  const words = useAccessWords();
  return ({ verdict, accounts, methods, filters, reason }: AccessStanding): string => {
    const actions = (names: readonly string[]) =>
      names.length === ALL ? t('features:permissions.all') : names.map((name) => t(`actions.${name}`)).join(', ');
    const parts = [
      ...accounts.map((one) => `${words.alias(one.alias)} (${actions(one.actions)})`),
      ...(methods.length > 0 ? [t('effect.methods', { names: methods.join(', ') })] : []),
      ...(filters.length > 0 ? [t('effect.filters', { names: filters.join(', ') })] : []),
    ];
    const why = verdict === 'allowed' || reason === null ? [] : [words.step({ code: reason, outcome: 'fail', params: {}, rule: null })];
    return [t(`effect.${verdict}`), ...(verdict === 'refused' ? why : parts)].join(' · ');
  };
}

function Row({ row }: { row: AccessEffectRow }) {
  const { t } = useTranslation('access');
  const standing = useStanding();
  const user = `${row.user.name}(${row.user.username})`;
  return (
    <li>
      <StatusTag tone={TONES[row.change]}>{t(`effect.${row.change}`)}</StatusTag>
      <div>
        <p>{row.asset ? t('effect.row', { user, asset: row.asset.name }) : user}</p>
        <small>
          {t('effect.before')}: {standing(row.before)}
        </small>
        <br />
        <small>
          {t('effect.after')}: {standing(row.after)}
        </small>
      </div>
    </li>
  );
}

/** Who gains and who loses by a rule that is not saved yet. */
export function EffectDialog({ title, effect, onClose }: { title: string; effect: AccessEffect; onClose: () => void }) {
  const { t } = useTranslation('access');
  const { people, assets } = effect;
  return (
    <Modal
      open
      title={title}
      width="min(92vw, 680px)"
      cancelText={t('effect.close')}
      okButtonProps={{ style: { display: 'none' } }}
      onCancel={onClose}
    >
      <div className="access-figures">
        {CHANGES.map((change) => (
          <StatusTag key={change} tone={effect[change] > 0 ? TONES[change] : 'neutral'}>
            {t(`effect.${change}`)}
            <strong>{effect[change]}</strong>
          </StatusTag>
        ))}
      </div>
      <p className="s-dialog-text">
        {effect.complete
          ? t('effect.whole')
          : assets.total > 0
            ? t('effect.part', { people: people.looked, allPeople: people.total, assets: assets.looked, allAssets: assets.total })
            : t('effect.partPeople', { people: people.looked, allPeople: people.total })}
      </p>
      {effect.rows.length === 0 ? (
        <p>{t('effect.nothing')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <ul className="access-rows access-scroll" tabIndex={0} aria-label={title}>
          {effect.rows.map((row) => (
            <Row key={`${row.user.id} ${row.asset?.id}`} row={row} />
          ))}
        </ul>
      )}
    </Modal>
  );
}
