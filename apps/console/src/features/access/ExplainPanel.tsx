import './access.css';
import { ACTION } from '@postern/contract/actions';
import { EmptyState, SkeletonRows, Surface } from '@postern/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { Route, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useDebounced } from '../../data/useDebounced.ts';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { CHOICES } from '../choices.ts';
import { assetLabel, userLabel } from '../shared-labels.ts';
import { Explanation } from './Explanation.tsx';
import { AddressField, Field, MomentField, ObjectField } from './QuestionFields.tsx';
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
  const accounts = answer.data?.accounts ?? [];
  const aliases = [...new Set([...accounts.map((one) => one.alias), ...(question.account ? [question.account] : [])])];
  return (
    <div className="s-stack">
      <Surface title={t('question')}>
        <div className="access-question">
          {fixed !== 'user' && (
            <ObjectField
              label={t('person')}
              url={CHOICES.users}
              labelOf={userLabel}
              value={question.user}
              onChange={(user) => set({ user, account: '' })}
            />
          )}
          {fixed !== 'asset' && (
            <ObjectField
              label={t('asset')}
              url={CHOICES.assets}
              labelOf={assetLabel}
              value={question.asset}
              onChange={(asset) => set({ asset, account: '' })}
            />
          )}
          <Field label={t('account')}>
            {(id) => (
              <Select
                id={id}
                allowClear
                placeholder={t('anyAccount')}
                value={question.account || null}
                options={aliases.map((value) => ({ value, label: words.alias(value) }))}
                onChange={(value) => set({ account: value ?? '' })}
              />
            )}
          </Field>
          <Field label={t('action')}>
            {(id) => (
              <Select
                id={id}
                allowClear
                placeholder={t('anyAction')}
                value={question.action || null}
                options={Object.keys(ACTION).map((value) => ({ value, label: t(`actions.${value}`) }))}
                onChange={(value) => set({ action: value ?? '' })}
              />
            )}
          </Field>
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
          <EmptyState
            icon={TriangleAlert}
            title={t('failed')}
            text={errorMessage(answer.error)}
            action={<Button onClick={() => void answer.refetch()}>{t('screens:action.retry')}</Button>}
          />
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
