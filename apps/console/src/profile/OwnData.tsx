import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../data/save-file.ts';
import { useIdentityCheck } from '../screens/confirm/useIdentityCheck.tsx';
import { showError } from '../session/errors.ts';
import { client } from '../session/http.ts';

/** What is kept about the person, as one file for them (docs/behaviour/profile.md#own-data). */
export function OwnData() {
  const { t } = useTranslation('profile');
  const { guarded, dialog } = useIdentityCheck();
  const get = useMutation({
    mutationFn: () => guarded(() => client.profile.data(undefined)),
    onSuccess: (data) => {
      if (data) saveFile('postern-my-data.json', new Blob([JSON.stringify(data, null, 1)], { type: 'application/json' }));
    },
    onError: showError,
  });
  return (
    <div className="p-row profile-row">
      <div>
        <b>{t('ownData.title')}</b>
        <p>{t('ownData.text')}</p>
      </div>
      <Button loading={get.isPending} onClick={() => get.mutate()}>
        {t('ownData.get')}
      </Button>
      {dialog}
    </div>
  );
}
