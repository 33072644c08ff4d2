import { withQuery } from '@postern/client/http';
import { EmptyState, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { useMetadata } from '../../data/useMetadata.ts';
import { choiceValue, writableFields } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { errorMessage } from '../../session/errors.ts';
import { client, collectionAt } from '../../session/http.ts';
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
    queryKey: keyOf('cloudAccounts', 'retrieve', id ?? ''),
    queryFn: ({ signal }) => client.cloudAccounts.retrieve(id ?? '', {}, { signal }),
    enabled: id !== undefined && !asked,
  });
  const provider = asked ?? (stored.data ? String(choiceValue(stored.data.provider)) : undefined);
  const url = provider === undefined ? undefined : withQuery(cloudAccount.url, { provider });
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
        send: async (body) => {
          try {
            const accounts = collectionAt<Values>(url);
            return id === undefined ? await accounts.create(body) : await accounts.update(id, body);
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
