import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../data/useDebounced.ts';
import { choiceValue } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import { effectsOf } from './setting-effects.ts';

/** What saving these settings would do to people and to what is kept. What could not be saved does nothing, and says so at its field. */
export function SettingEffects({ category, keys, values }: { category: string; keys: readonly string[]; values: Values }) {
  const { t } = useTranslation('settings');
  const entered = useDebounced(JSON.stringify(Object.fromEntries(keys.map((key) => [key, choiceValue(values[key])]))));
  const { data } = useQuery({
    queryKey: ['setting', 'effects', category, entered],
    queryFn: ({ signal }) => effectsOf(category, JSON.parse(entered) as Values, signal),
    retry: false,
    staleTime: 0,
  });
  if (!data || data.length === 0) return null;
  return (
    <Alert
      type={data.some(({ level }) => level === 'warning') ? 'warning' : 'info'}
      showIcon
      role="status"
      title={t('security.effects')}
      description={
        <ul className="set-effects">
          {data.map(({ key, message }) => (
            <li key={key}>{message}</li>
          ))}
        </ul>
      }
    />
  );
}
