import { RelativeTime, Surface, useConfirm } from '@postern/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OnceDialog } from '../fields/Dialog.tsx';
import { currentLanguage } from '../i18n/language.ts';
import { SecretText } from '../screens/confirm/SecretText.tsx';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { showError } from '../session/errors.ts';
import { client } from '../session/http.ts';

const QUERY = ['profile', 'private-token'] as const;

/** The one token of a person for programs that cannot sign requests: an identity provider that sends people by SCIM, a script with a header. */
export function PrivateToken() {
  const { t } = useTranslation('profile');
  const confirm = useConfirm();
  const queries = useQueryClient();
  const { guarded, dialog } = useIdentityCheck();
  const [fresh, setFresh] = useState<string>();
  const standing = useQuery({ queryKey: QUERY, queryFn: ({ signal }) => client.profile.privatetoken({}, { signal }) });
  const reload = () => queries.invalidateQueries({ queryKey: QUERY });
  const create = useMutation({
    mutationFn: () => guarded(() => client.profile.privatetokenCreate()),
    onSuccess: async (made) => {
      if (!made) return;
      setFresh(made.token);
      await reload();
    },
  });
  const made = standing.data?.date_created ?? null;
  const replace = () =>
    confirm({
      title: t('token.replaceTitle'),
      text: t('token.replaceText'),
      action: t('token.replace'),
      cancel: t('shell:cancel'),
      danger: true,
      run: async () => create.mutate(),
    });
  const remove = () =>
    confirm({
      title: t('token.deleteTitle'),
      text: t('token.deleteText'),
      action: t('keys.delete'),
      cancel: t('shell:cancel'),
      danger: true,
      run: () => client.profile.privatetokenRemove().then(reload, showError),
    });
  return (
    <Surface title={t('token.title')} purpose={t('token.purpose')}>
      <div className="private-token">
        <span>
          {made ? (
            <>
              {t('token.made')} <RelativeTime value={made} language={currentLanguage().tag} />
            </>
          ) : (
            t('token.none')
          )}
        </span>
        <Button loading={create.isPending} disabled={!standing.data} onClick={() => (made ? void replace() : create.mutate())}>
          {made ? t('token.replace') : t('token.create')}
        </Button>
        {made ? (
          <Button danger onClick={() => void remove()}>
            {t('keys.delete')}
          </Button>
        ) : null}
      </div>
      {dialog}
      {fresh ? (
        <OnceDialog title={t('token.fresh')} width={520} kept={t('keys.kept')} onClose={() => setFresh(undefined)}>
          <Alert type="warning" showIcon title={t('keys.once')} className="s-alert" />
          <SecretText name="token" secret={fresh} />
        </OnceDialog>
      ) : null}
    </Surface>
  );
}
