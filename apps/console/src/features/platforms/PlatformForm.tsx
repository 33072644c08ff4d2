import { EmptyState, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import type { FormDefinition } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { errorMessage } from '../../session/errors.ts';
import { http } from '../../session/http.ts';
import type { PlatformProtocol } from '../assets/protocols.ts';
import { RESOURCES } from '../resources.ts';

/** What a type of asset allows (contract/assets.md §1). */
interface Constraints {
  charset_enabled?: boolean;
  domain_enabled?: boolean;
  su_enabled?: boolean;
  protocols?: PlatformProtocol[];
}

/** Create or update a platform within the limits of its type. */
export function PlatformForm() {
  const { t } = useTranslation(['features', 'screens']);
  const { id } = useParams();
  const [params] = useSearchParams();
  const category = params.get('category') ?? 'host';
  const type = params.get('type') ?? 'linux';
  const constraints = useQuery({
    queryKey: ['platform-constraints', category, type],
    queryFn: ({ signal }) => http.get<Constraints>('assets/categories/constraints/', { query: { category, type }, signal }),
  });
  if (constraints.isError) return <EmptyState title={t('screens:form.failed')} text={errorMessage(constraints.error)} />;
  if (!constraints.data) return <SkeletonRows rows={8} columns={2} label={t('screens:list.loading')} />;
  const { charset_enabled, domain_enabled = false, su_enabled = false, protocols: offered = [] } = constraints.data;
  const [first] = offered;
  const definition: FormDefinition = {
    resource: RESOURCES.platform,
    id,
    groups: [
      { title: t('platforms.basic'), fields: ['name', 'charset', 'domain_enabled'] },
      { title: t('platforms.config'), fields: ['protocols', 'su_enabled', 'su_method'] },
      { title: t('platforms.other'), fields: ['comment'] },
    ],
    initial: {
      category,
      type,
      domain_enabled,
      su_enabled,
      protocols: first ? [{ name: first.name, port: first.port, primary: true, default: true }] : [],
    },
    fields: {
      charset: { has: charset_enabled !== false },
      domain_enabled: { disabled: !domain_enabled },
      su_enabled: { disabled: !su_enabled },
      su_method: { shown: { field: 'su_enabled', is: true } },
      protocols: {
        widget: 'protocols',
        rules: ['onePrimary', 'port'],
        // A platform may drop any protocol but the last; only its assets are bound to the required ones.
        props: { offered: offered.map(({ name, port }) => ({ name, port })), keepRequired: false },
      },
    },
    load: (platform, _mode, cloning) =>
      cloning && Array.isArray(platform.protocols)
        ? { ...platform, protocols: platform.protocols.map(({ id: _, ...protocol }: { id?: number }) => protocol) }
        : platform,
    prepare: (values) => ({ ...values, category, type }),
  };
  return <ResourceForm definition={definition} />;
}
