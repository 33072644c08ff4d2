import { addressOf } from '@postern/client/api';
import { useTranslation } from 'react-i18next';
import { relatedId } from '../../../model/metadata.ts';
import type { Values } from '../../../model/values.ts';
import { FormPage } from '../../../screens/page/FormPage.tsx';
import { CHOICES } from '../../choices.ts';
import { RESOURCES } from '../../resources.ts';

const LIST = '/settings/auth?activeTab=Rules';

/** Groups of the organisation that is chosen, whichever one the person is in. */
const groupsOf = ({ organization }: Values): Values => ({
  url: addressOf('groups', 'list', { fields_size: 'mini', order: 'name', oid: String(relatedId(organization) ?? '') }),
});
const somewhere = ({ organization }: Values): boolean => Boolean(relatedId(organization));

/** Whom a rule is about, and what it gives. */
export function AdmissionRuleForm() {
  const { t } = useTranslation('settings');
  return (
    <FormPage
      resource={RESOURCES.admissionRule}
      groups={[
        { title: t('auth.rules.basic'), fields: ['name', 'priority', 'is_active', 'comment'] },
        { title: t('auth.rules.who'), purpose: t('auth.rules.whoPurpose'), fields: ['source', 'provider', 'attribute', 'match', 'values'] },
        {
          title: t('auth.rules.what'),
          purpose: t('auth.rules.whatPurpose'),
          fields: ['organization', 'org_roles', 'groups', 'system_role'],
        },
        { title: t('auth.rules.when'), fields: ['keep', 'stop'] },
      ]}
      fields={{
        organization: { props: { url: addressOf('orgs', 'list') } },
        org_roles: { props: { url: CHOICES.orgRoles }, shown: somewhere },
        groups: { props: groupsOf, shown: somewhere },
        system_role: { props: { url: addressOf('systemRoles') } },
      }}
      // A group of the organisation before is none of the next.
      follow={(changed) => ('organization' in changed ? { groups: [] } : {})}
      prepare={(values) => (somewhere(values) ? values : { ...values, org_roles: [], groups: [] })}
      listTo={LIST}
      next={() => LIST}
      link={false}
    />
  );
}
