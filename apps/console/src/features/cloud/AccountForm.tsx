import { EmptyState, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { useMetadata } from '../../screens/data/useMetadata.ts';
import type { Values } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { choiceValue, writableFields } from '../../screens/model/metadata.ts';
import { detailUrl } from '../../screens/model/resource.ts';
import { errorMessage } from '../../session/errors.ts';
import { http } from '../../session/http.ts';
import { RESOURCES } from '../resources.ts';
import { type AttributeInfos, accountBody, attributeFields, fieldName, flatRefusal, loadAccount } from './account-form.ts';
import { tabPath } from './cloud-tabs.ts';

const { cloudAccount } = RESOURCES;

/** Create or update a login at a cloud; the provider says which attributes it has (docs/behaviour/assets.md#cloud-accounts). */
export function AccountForm() {
  const { t } = useTranslation('screens');
  const { id } = useParams();
  const [params] = useSearchParams();
  const asked = params.get('provider');
  // Addresses carry the provider; one that was typed by hand may lack it.
  const stored = useQuery({
    queryKey: ['cloud-account-provider', id],
    queryFn: ({ signal }) => http.get<Values>(detailUrl(cloudAccount.url, id ?? ''), { signal }),
    enabled: id !== undefined && !asked,
  });
  const provider = asked ?? (stored.data ? String(choiceValue(stored.data.provider)) : undefined);
  const url = provider === undefined ? undefined : `${cloudAccount.url}?provider=${encodeURIComponent(provider)}`;
  const metadata = useMetadata(url);
  const error = metadata.error ?? stored.error;
  if (id === undefined && !asked) return <Navigate replace to={tabPath('accounts')} />;
  if (error) return <EmptyState title={t('form.failed')} text={errorMessage(error)} />;
  const form = writableFields(metadata.data, 'POST');
  if (!form || !provider || !url) return <SkeletonRows rows={8} columns={2} label={t('list.loading')} />;
  const title = form.provider?.choices?.find(({ value }) => value === provider)?.label;
  if (title === undefined || !form.attrs?.children) return <Navigate replace to={tabPath('accounts')} />;
  return <LoadedForm id={id} url={url} provider={provider} title={title} infos={form.attrs.children} />;
}

interface LoadedProps {
  id: string | undefined;
  url: string;
  provider: string;
  title: string;
  infos: AttributeInfos;
}

function LoadedForm({ id, url, provider, title, infos }: LoadedProps) {
  const { t } = useTranslation('cloud');
  return (
    <ResourceForm
      definition={{
        resource: cloudAccount,
        url,
        id,
        groups: [
          { title: t('group.basic'), fields: ['name', 'provider'] },
          { title, fields: Object.keys(infos).map(fieldName) },
          { title: t('group.other'), fields: ['comment'] },
        ],
        initial: { provider },
        fields: {
          name: { rules: ['noEmoji'] },
          provider: { disabled: true, local: true, help: t('account.providerHelp') },
          ...attributeFields(infos, id !== undefined),
        },
        load: loadAccount,
        prepare: (values) => accountBody(values, provider, infos),
        send: async (body, mode) => {
          try {
            return mode === 'create' ? await http.post<Values>(url, body) : await http.put<Values>(detailUrl(url, id ?? ''), body);
          } catch (problem) {
            throw flatRefusal(problem);
          }
        },
        saveAndAdd: false,
        next: () => tabPath('accounts'),
      }}
    />
  );
}
