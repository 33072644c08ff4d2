import { LoadFailed } from '../../data/LoadFailed.tsx';
import './access.css';
import { ACTION } from '@postern/contract/actions';
import { EmptyState, SkeletonRows, Surface } from '@postern/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useDebounced } from '../../data/useDebounced.ts';
import { client } from '../../session/http.ts';
import { CHOICES } from '../choices.ts';
import { assetLabel, userLabel } from '../shared-labels.ts';
import { Explanation } from './Explanation.tsx';
import { AddressField, ChoiceField, MomentField, ObjectField } from './QuestionFields.tsx';
import { useAccessWords } from './words.ts';

/** What is asked; an empty text asks nothing of its kind. */
export interface AccessQuestion {
  user: string;
  asset: string;
  account: string;
  action: string;
  address: string;
  at: string;
}
export const QUESTION_KEYS = ['user', 'asset', 'account', 'action', 'address', 'at'] as const satisfies readonly (keyof AccessQuestion)[];

interface Props {
  question: AccessQuestion;
  onChange: (next: AccessQuestion) => void;
  /** What the page is about already; it is not asked for. */
  fixed?: 'user' | 'asset';
}

/** Asks why somebody reaches an asset, and shows the answer as soon as both are known. */
export function ExplainPanel({ question, onChange, fixed }: Props) {
  const { t } = useTranslation(['access', 'screens']);
  const words = useAccessWords();
  const set = (part: Partial<AccessQuestion>) => onChange({ ...question, ...part });
  const asked = useDebounced(JSON.stringify(Object.fromEntries(Object.entries(question).filter(([, value]) => value !== ''))));
  const ready = question.user !== '' && question.asset !== '';
  const answer = useQuery({
    queryKey: [...keyOf('access', 'explain'), asked],
    queryFn: ({ signal }) => client.access.explain(JSON.parse(asked), { signal }),
    enabled: ready && asked.includes('"asset"') && asked.includes('"user"'),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const objects = (
    [
      { name: 'user', label: t('person'), url: CHOICES.users, labelOf: userLabel },
      { name: 'asset', label: t('asset'), url: CHOICES.assets, labelOf: assetLabel },
    ] as const
  ).filter(({ name }) => name !== fixed);
  const accounts = answer.data?.accounts ?? [];
  const aliases = [...new Set([...accounts.map((one) => one.alias), ...(question.account ? [question.account] : [])])];
  return (
    <div className="s-stack">
      <Surface title={t('question')}>
        <div className="access-question">
          {objects.map(({ name, ...object }) => (
            <ObjectField key={name} {...object} value={question[name]} onChange={(id) => set({ [name]: id, account: '' })} />
          ))}
          <ChoiceField
            label={t('account')}
            placeholder={t('anyAccount')}
            options={aliases.map((value) => ({ value, label: words.alias(value) }))}
            value={question.account}
            onChange={(account) => set({ account })}
          />
          <ChoiceField
            label={t('action')}
            placeholder={t('anyAction')}
            options={Object.keys(ACTION).map((value) => ({ value, label: t(`actions.${value}`) }))}
            value={question.action}
            onChange={(action) => set({ action })}
          />
          <AddressField value={question.address} onChange={(address) => set({ address })} />
          <MomentField value={question.at} onChange={(at) => set({ at })} />
        </div>
      </Surface>
      {!ready ? (
        <Surface>
          <EmptyState icon={Route} title={t('choose')} text={t('chooseText')} />
        </Surface>
      ) : answer.error ? (
        <Surface>
          <LoadFailed title={t('failed')} error={answer.error} onRetry={() => void answer.refetch()} />
        </Surface>
      ) : answer.data ? (
        <Explanation answer={answer.data} />
      ) : (
        <Surface flush>
          <SkeletonRows rows={8} columns={1} label={t('working')} />
        </Surface>
      )}
    </div>
  );
}
