import { Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { client } from '../../session/http.ts';

/** What the environment has settled before the server started: to be read, not to be changed here. Of secrets it says only that they are set. */
export function EnvironmentCard() {
  const { t } = useTranslation('settings');
  const [all, setAll] = useState(false);
  const told = useQuery({
    queryKey: keyOf('settings', 'environment'),
    queryFn: ({ signal }) => client.settings.environment({}, { signal }),
  });
  const given = told.data?.settings.filter(({ source }) => source !== 'default') ?? [];
  const shown = all ? (told.data?.settings ?? []) : given;
  return (
    <Surface title={t('environment.title')} purpose={t('environment.purpose')}>
      {told.error ? <LoadFailed title={t('environment.failed')} error={told.error} onRetry={() => void told.refetch()} /> : null}
      {told.data ? (
        <div className="set-stack">
          {shown.length > 0 ? (
            <dl className="set-facts set-fixed">
              {shown.map(({ name, value, secret, source }) => (
                <div key={name}>
                  <dt>
                    <code>{name}</code>
                  </dt>
                  <dd>
                    {value ?? (secret && source !== 'default' ? t('environment.set') : t('environment.none'))}
                    <small>{t(`environment.source.${source}`)}</small>
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
          <div>
            <Button onClick={() => setAll(!all)}>{t(all ? 'environment.less' : 'environment.more')}</Button>
          </div>
        </div>
      ) : null}
    </Surface>
  );
}
