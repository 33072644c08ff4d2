import type { Row } from '@postern/client/api';
import { RelativeTime, StatusTag, Surface, toast, useConfirm } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { currentLanguage } from '../i18n/language.ts';
import { showError } from '../session/errors.ts';
import { client } from '../session/http.ts';
import { programWords } from './program-words.ts';

const LIST = keyOf('trustedDevices', 'list');

/** Browsers in which no second factor is asked for, each with a way to end that; nothing where there are none (docs/behaviour/profile.md#logins). */
export function TrustedBrowsers() {
  const { t } = useTranslation('profile');
  const { data } = useQuery({ queryKey: LIST, queryFn: ({ signal }) => client.trustedDevices.list({}, { signal }) });
  if (!data || data.length === 0) return null;
  return (
    <Surface title={t('trusted.title')} purpose={t('trusted.purpose')}>
      <ul className="factor-list">
        {data.map((row) => (
          <TrustedRow key={row.id} row={row} />
        ))}
      </ul>
    </Surface>
  );
}

function TrustedRow({ row }: { row: Row<'trustedDevices'> }) {
  const { t } = useTranslation('profile');
  const confirm = useConfirm();
  const queries = useQueryClient();
  const { tag } = currentLanguage();
  const name = programWords(row.user_agent) || t('logins.kind.browser');
  const end = () =>
    confirm({
      title: t('trusted.endTitle', { name }),
      text: t('trusted.endText'),
      action: t('trusted.end'),
      cancel: t('shell:cancel'),
      danger: true,
      run: () =>
        client.trustedDevices.end(row.id).then(async () => {
          toast.success(t('trusted.ended'));
          await queries.invalidateQueries({ queryKey: LIST });
        }, showError),
    });
  return (
    <li className="ssh-key">
      <ShieldCheck size={18} aria-hidden="true" />
      <div>
        <span className="factor-title">
          <b title={row.user_agent}>{name}</b>
          {row.is_current ? <StatusTag tone="success">{t('logins.current')}</StatusTag> : null}
        </span>
        <p>
          <span className="p-mono">{row.network}</span>
        </p>
        <p>
          {t('logins.since')} <RelativeTime value={row.date_created} language={tag} /> · {t('trusted.until')}{' '}
          <RelativeTime value={row.date_expired} language={tag} />
        </p>
      </div>
      <span className="factor-actions">
        <Button type="link" size="small" danger aria-label={t('trusted.endOf', { name, network: row.network })} onClick={() => void end()}>
          {t('trusted.end')}
        </Button>
      </span>
    </li>
  );
}
