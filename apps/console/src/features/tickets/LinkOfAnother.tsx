import { EmptyState } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { logout } from '../../session/login-redirect.ts';

/** Why somebody who opened the link of a message sees no ticket: it was sent to somebody else (docs/behaviour/tickets.md#links-in-messages). */
export function LinkOfAnother({ id, otherwise }: { id: string; otherwise: ReactNode }) {
  const { t } = useTranslation('tickets');
  const { profile } = useAuth();
  const [search] = useSearchParams();
  const mark = search.get('for');
  const reader = useQuery({
    queryKey: keyOf('tickets', 'reader', id, { for: mark ?? '' }),
    queryFn: ({ signal }) => client.tickets.reader(id, { for: mark ?? '' }, { signal }),
    enabled: mark !== null,
    retry: false,
  });
  if (mark !== null && reader.isPending) return null;
  if (!reader.data || reader.data.own) return otherwise;
  return (
    <EmptyState
      icon={UserRoundX}
      title={t('linkOfAnother', { user: reader.data.user })}
      text={t('linkOfAnotherText', { me: `${profile.name}(${profile.username})` })}
      action={<Button onClick={() => logout()}>{t('logInAs')}</Button>}
    />
  );
}
