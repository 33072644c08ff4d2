import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { PLAYBOOKS } from './tabs.ts';

const IS_GIT = { field: 'create_method', is: 'vcs' } as const;

/** Create or change a playbook: what it is called, and where its files come from. */
export function PlaybookForm() {
  const { t } = useTranslation('playbooks');
  const { id } = useParams();
  const [params] = useSearchParams();
  const fromGit = params.get('from') === 'git';
  return (
    <FormPage
      resource={RESOURCES.playbook}
      listTo={PLAYBOOKS}
      groups={[
        { title: t('form.basic'), fields: ['create_method', 'name', 'is_shared', 'comment'] },
        { title: t('form.git'), purpose: t('form.gitText'), fields: ['vcs_url', 'vcs_ref', 'vcs_username', 'vcs_token'] },
      ]}
      initial={{ create_method: fromGit ? 'vcs' : 'blank' }}
      fields={{
        create_method: { only: 'create' },
        vcs_url: { shown: IS_GIT, required: true, dropHidden: true },
        vcs_ref: { shown: IS_GIT, dropHidden: true },
        vcs_username: { shown: IS_GIT, dropHidden: true },
        vcs_token: { shown: IS_GIT, dropHidden: true },
      }}
      partial
      next={(saved) => (id === undefined && saved.id ? `${pageOf('playbook', String(saved.id))}?activeTab=Workspace` : PLAYBOOKS)}
    />
  );
}
