import { exactTime } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { client } from '../../session/http.ts';

/** Ways of messages that do not work at present, with since when and why; all, or one by its name (docs/behaviour/settings.md#messages). */
export function FailingWays({ only }: { only?: string }) {
  const { t } = useTranslation('settings');
  const failing = useQuery({
    queryKey: keyOf('failingBackends', 'list'),
    queryFn: ({ signal }) => client.failingBackends.list({}, { signal }),
    // Whoever looks after another page of settings has no need to know why it cannot be asked.
    retry: false,
    staleTime: 0,
  });
  const time = (value: string) => exactTime(value, currentLanguage().tag);
  return failing.data
    ?.filter(({ name }) => only === undefined || name === only)
    .map(({ name, name_display, since, last, failures, error }) => (
      <Alert
        key={name}
        type="error"
        showIcon
        role="status"
        className="s-alert"
        data-failing={name}
        title={t('message.failing', { way: name_display, since: time(since) })}
        description={t('message.failingWhy', { error, count: failures, last: time(last) })}
      />
    ));
}
