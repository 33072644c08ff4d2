import type { Row } from '@postern/client/api';
import { Surface } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../data/keys.ts';
import { useRunAction } from '../data/useRunAction.ts';
import { client } from '../session/http.ts';
import { ProgramRow } from './ProgramRow.tsx';
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
  const runAction = useRunAction();
  const queries = useQueryClient();
  const name = programWords(row.user_agent) || t('logins.kind.browser');
  const end = async () => {
    const question = { title: t('trusted.endTitle', { name }), text: t('trusted.endText'), verb: t('trusted.end'), danger: true };
    if (await runAction(() => client.trustedDevices.end(row.id), { question, done: t('trusted.ended') }))
      await queries.invalidateQueries({ queryKey: LIST });
  };
  return (
    <ProgramRow
      icon={ShieldCheck}
      name={name}
      userAgent={row.user_agent}
      current={row.is_current}
      where={<span className="p-mono">{row.network}</span>}
      since={row.date_created}
      then={{ word: t('trusted.until'), date: row.date_expired }}
      end={{ verb: t('trusted.end'), of: t('trusted.endOf', { name, network: row.network }), run: () => void end() }}
    />
  );
}
