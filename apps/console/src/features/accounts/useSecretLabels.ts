import { useTranslation } from 'react-i18next';
import { useMetadata } from '../../data/useMetadata.ts';
import type { Resource } from '../../model/resource.ts';

/** What the parts of a secret are called where one is looked at: as the fields of the object that has it, if those are known. */
export function useSecretLabels({ url }: Resource) {
  const { t } = useTranslation('features');
  const fields = useMetadata(url).data?.actions.GET;
  return {
    name: fields?.name?.label ?? t('accounts.name'),
    username: fields?.username?.label ?? t('accounts.username'),
    fingerprint: t('accounts.fingerprint'),
    created: fields?.date_created?.label ?? '',
    updated: fields?.date_updated?.label ?? '',
  };
}
