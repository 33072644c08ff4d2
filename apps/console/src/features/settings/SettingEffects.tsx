import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../data/useDebounced.ts';
import { choiceValue } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import { client } from '../../session/http.ts';

/** Settings that say what they would do to people now (docs/wire/settings.md#effects). */
const TELLING = [
  'SECURITY_MFA_AUTH',
  'SECURITY_PASSWORD_EXPIRATION_TIME',
  'SECURITY_LOGIN_IP_BLACK_LIST',
  'SECURITY_LOGIN_IP_WHITE_LIST',
] as const;

/** What saving the entered security settings would do to people. What could not be saved does nothing, and says so at its field. */
export function SettingEffects({ values }: { values: Values }) {
  const { t } = useTranslation('settings');
  const entered = useDebounced(JSON.stringify(Object.fromEntries(TELLING.map((key) => [key, choiceValue(values[key])]))));
  const { data } = useQuery({
    queryKey: ['setting', 'effects', entered],
    queryFn: ({ signal }) => client.setting.effects(JSON.parse(entered), { signal }),
    retry: false,
    staleTime: 0,
  });
  if (!data || data.effects.length === 0) return null;
  return (
    <Alert
      type={data.effects.some(({ level }) => level === 'warning') ? 'warning' : 'info'}
      showIcon
      role="status"
      title={t('security.effects')}
      description={
        <ul className="set-effects">
          {data.effects.map(({ key, message }) => (
            <li key={key}>{message}</li>
          ))}
        </ul>
      }
    />
  );
}
