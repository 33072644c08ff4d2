import { addressOf } from '@postern/client/api';
import { StatusTag } from '@postern/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { TimerOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RESOURCES } from '../features/resources.ts';
import type { Row } from '../model/resource.ts';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import type { RowAction } from '../screens/list/list-definition.ts';
import { ListPage } from '../screens/page/ListPage.tsx';
import { Can, useAuth } from '../session/auth.tsx';
import { showError } from '../session/errors.ts';
import { client, collectionAt } from '../session/http.ts';
import { MadeOnce } from './MadeOnce.tsx';
import './profile.css';

/** What the server tells of a new one, once. */
interface Made {
  username: string;
  secret: string;
}

interface TempRow extends Row {
  id: string;
  is_valid: boolean;
  verified: boolean;
}

/** Passwords that open one login within five minutes (docs/behaviour/profile.md#temporary-passwords). */
export function TempPasswords() {
  const { t } = useTranslation('profile');
  const { can } = useAuth();
  const queries = useQueryClient();
  const { guarded, dialog } = useIdentityCheck();
  const [fresh, setFresh] = useState<Made>();
  const create = useMutation({
    // What it opens may outlive this login: who asks for one proves who they are (docs/decisions/0033).
    mutationFn: () => guarded(() => collectionAt<Made, unknown>(addressOf('tempTokens')).create()),
    onSuccess: async (made) => {
      if (!made) return;
      setFresh(made);
      await queries.invalidateQueries();
    },
    onError: showError,
  });
  const end: RowAction<TempRow> = {
    id: 'expire',
    label: t('temp.end'),
    icon: <TimerOff size={14} />,
    danger: true,
    shown: (row) => can('authentication.change_temptoken') && row.is_valid,
    run: (row) => client.tempTokens.expire(row.id, undefined),
    done: t('temp.ended'),
  };
  return (
    <ListPage<TempRow>
      resource={RESOURCES.tempToken}
      help={t('temp.help')}
      global
      readOnly
      linkTo={false}
      transfer={false}
      toolbar={
        <Can need="authentication.add_temptoken">
          <Button type="primary" loading={create.isPending} onClick={() => create.mutate()}>
            {t('temp.create')}
          </Button>
        </Can>
      }
      rowActions={[end]}
      exclude={['verified']}
      defaults={['username', 'is_valid', 'date_expired', 'date_verified', 'date_created']}
      min={['username', 'is_valid']}
      facts={['is_valid', 'date_expired']}
      cells={{
        username: { width: 180 },
        is_valid: { title: t('field.status'), width: 120, render: (row) => <TempState row={row} /> },
      }}
      empty={t('temp.empty')}
      next={{ label: t('temp.create'), to: () => create.mutate(), needs: 'authentication.add_temptoken' }}
    >
      {dialog}
      {fresh ? (
        <MadeOnce
          title={t('temp.created')}
          once={t('temp.once')}
          name={{ label: t('field.username'), value: fresh.username }}
          secret={{ label: t('temp.secret'), value: fresh.secret, file: 'password' }}
          onClose={() => setFresh(undefined)}
        />
      ) : null}
    </ListPage>
  );
}

function TempState({ row }: { row: TempRow }) {
  const { t } = useTranslation('profile');
  if (row.is_valid) return <StatusTag tone="success">{t('temp.valid')}</StatusTag>;
  return <StatusTag tone="neutral">{row.verified ? t('temp.used') : t('temp.over')}</StatusTag>;
}
