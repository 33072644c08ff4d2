import './access.css';
import type { AccessChange, AccessEffect, AccessEffectRow, AccessState } from '@postern/contract/access';
import { ACTION } from '@postern/contract/actions';
import { connectMethodName } from '@postern/contract/connect-methods';
import { StatusTag } from '@postern/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../data/useDebounced.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import { errorMessage } from '../../session/errors.ts';
import { AddressField, MomentField } from './QuestionFields.tsx';
import { useAccessWords } from './words.ts';

/** What an effect is asked about besides the rule; the first page, one's own address and now without it. */
export interface EffectSituation {
  page?: number;
  address?: string;
  at?: string;
}

const TONES: Readonly<Record<AccessChange, 'success' | 'danger' | 'info'>> = { gains: 'success', loses: 'danger', changes: 'info' };
const CHANGES = Object.keys(TONES) as AccessChange[];

const ALL = Object.keys(ACTION).length;

/** What a person can do before or after, in one line. */
function useStateText() {
  const { t } = useTranslation(['access', 'features']);
  const words = useAccessWords();
  return ({ verdict, accounts, methods, filters, reason }: AccessState): string => {
    const actions = (names: readonly string[]) =>
      names.length === ALL ? t('features:permissions.all') : names.map((name) => t(`actions.${name}`)).join(', ');
    const parts = [
      ...accounts.map((one) => `${words.alias(one.alias)} (${actions(one.actions)})`),
      ...(methods.length > 0 ? [t('effect.methods', { names: methods.map(connectMethodName).join(', ') })] : []),
      ...(filters.length > 0 ? [t('effect.filters', { names: filters.join(', ') })] : []),
    ];
    const why = verdict === 'allowed' || reason === null ? [] : [words.step({ code: reason, outcome: 'fail', params: {}, rule: null })];
    return [t(`effect.${verdict}`), ...(verdict === 'refused' ? why : parts)].join(' · ');
  };
}

function Row({ row }: { row: AccessEffectRow }) {
  const { t } = useTranslation('access');
  const stateText = useStateText();
  const user = `${row.user.name}(${row.user.username})`;
  return (
    <li>
      <StatusTag tone={TONES[row.change]}>{t(`effect.${row.change}`)}</StatusTag>
      <div>
        <p>{row.asset ? t('effect.row', { user, asset: row.asset.name }) : user}</p>
        <small>
          {t('effect.before')}: {stateText(row.before)}
        </small>
        <br />
        <small>
          {t('effect.after')}: {stateText(row.after)}
        </small>
      </div>
    </li>
  );
}

interface Props {
  title: string;
  /** Said above the answer. */
  lead?: string;
  /** Saves what was asked about: without it there is nothing to do but to close. */
  onSave?: () => void;
  /** The first answer: the first page, from one's own address, now. */
  effect: AccessEffect;
  /** Asks again, about another page, another address or another moment. */
  ask: (situation: EffectSituation) => Promise<AccessEffect>;
  onClose: () => void;
}

/** Who gains and who loses by a rule that is not saved yet, page by page, from any address and at any moment. */
export function EffectDialog({ title, lead, effect: first, ask, onClose, onSave }: Props) {
  const { t } = useTranslation(['access', 'screens']);
  const [at, setAt] = useState<EffectSituation>({});
  const asked = useDebounced(JSON.stringify(at));
  const answer = useQuery({
    queryKey: ['effect', first, asked],
    queryFn: () => (asked === '{}' ? first : ask(JSON.parse(asked) as EffectSituation)),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const effect = answer.data ?? first;
  const { people, assets, page, pages } = effect;
  /** Another situation begins at its first page. */
  const judge = (part: Pick<EffectSituation, 'address' | 'at'>) => {
    const { page: _, ...rest } = { ...at, ...part };
    setAt(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')));
  };
  return (
    <Dialog
      title={title}
      width="min(92vw, 680px)"
      {...(onSave
        ? { verb: t('screens:action.save'), run: onSave }
        : {
            footer: <Button onClick={onClose}>{t('effect.close')}</Button>,
          })}
      onClose={onClose}
    >
      {lead && <Alert type="warning" showIcon title={lead} />}
      <div className="access-question is-narrow">
        <AddressField value={at.address ?? ''} onChange={(address) => judge({ address })} />
        <MomentField value={at.at ?? ''} onChange={(moment) => judge({ at: moment })} />
      </div>
      {answer.error ? (
        <Alert type="error" showIcon role="alert" title={errorMessage(answer.error)} />
      ) : (
        <div className="access-answer" aria-busy={answer.isFetching}>
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
              ? t(at.address || at.at ? 'effect.wholeThere' : 'effect.whole')
              : assets.total > 0
                ? t('effect.part', { people: people.looked, allPeople: people.total, assets: assets.looked, allAssets: assets.total })
                : t('effect.partPeople', { people: people.looked, allPeople: people.total })}
          </p>
          {effect.rows.length === 0 ? (
            <p>{t(effect.complete ? 'effect.nothing' : 'effect.nothingHere')}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
            <ul className="access-rows access-scroll" tabIndex={0} aria-label={title}>
              {effect.rows.map((row) => (
                <Row key={`${row.user.id} ${row.asset?.id}`} row={row} />
              ))}
            </ul>
          )}
          {pages > 1 && (
            <Pagination
              size="small"
              align="end"
              simple={{ readOnly: true }}
              current={page}
              total={pages}
              pageSize={1}
              showSizeChanger={false}
              disabled={answer.isFetching}
              onChange={(next) => setAt({ ...at, page: next })}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
