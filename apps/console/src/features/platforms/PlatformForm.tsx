import { SkeletonRows } from '@postern/ui';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import type { InputProps } from '../../fields/field-props.ts';
import type { Values } from '../../model/values.ts';
import type { FormDefinition } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { useCan } from '../../session/auth.tsx';
import type { CustomField } from '../assets/category-fields.ts';
import type { PlatformProtocol } from '../assets/protocols.ts';
import { type AssetCategory, useAssetCategories } from '../assets/useAssetCategories.ts';
import { RESOURCES } from '../resources.ts';
import { localInfo } from '../shared-fields.ts';
import { AutomationInput } from './AutomationInput.tsx';
import { hasBrokenConfig, startAutomation } from './automation.ts';
import { customFieldsInfo, enteredFields, wireFields } from './custom-fields.ts';
import { PlatformProtocolsInput } from './PlatformProtocolsInput.tsx';
import { type Constraints, useConstraints } from './useConstraints.ts';

/** Create or update a platform within the limits of its type. */
export function PlatformForm() {
  const { t } = useTranslation(['features', 'screens']);
  const { id } = useParams();
  const [params] = useSearchParams();
  const category = params.get('category') ?? 'host';
  const type = params.get('type') ?? (category === 'custom' ? '' : 'linux');
  const constraints = useConstraints(category, type);
  if (constraints.isError)
    return <LoadFailed title={t('screens:form.failed')} error={constraints.error} onRetry={() => void constraints.refetch()} />;
  if (!constraints.data) return <SkeletonRows rows={8} columns={2} label={t('screens:list.loading')} />;
  return <LoadedForm id={id} category={category} type={type} constraints={constraints.data} />;
}

interface LoadedProps {
  id: string | undefined;
  category: string;
  type: string;
  constraints: Constraints;
}

function LoadedForm({ id, category, type, constraints }: LoadedProps) {
  const { t } = useTranslation(['features', 'assets']);
  const maySee = useCan('accounts.view_accountsecret');
  const categories = useAssetCategories();
  const custom = category === 'custom';
  const { charset_enabled, domain_enabled = false, su_enabled = false, su_methods = [], automation = {} } = constraints;
  // What is said of a type of one's own is what its platforms have; a platform of it may have any protocol there is.
  const offered = custom ? allProtocols(categories) : (constraints.protocols ?? []);
  const [first] = custom ? [] : offered;
  const definition: FormDefinition = {
    resource: RESOURCES.platform,
    id,
    hint: id === undefined || maySee ? undefined : t('assets:destination.platform'),
    groups: [
      { title: t('platforms.basic'), fields: ['name', 'type', 'charset', 'domain_enabled'] },
      { title: t('platforms.config'), fields: ['protocols', 'su_enabled', 'su_method'] },
      { title: t('assets:group.customFields'), purpose: t('assets:customFieldsPurpose'), fields: ['custom_fields'] },
      { title: t('assets:automation.title'), fields: ['automation'] },
      { title: t('platforms.other'), fields: ['comment'] },
    ],
    initial: {
      category,
      type,
      domain_enabled,
      su_enabled,
      ...(su_methods[0] ? { su_method: su_methods[0] } : {}),
      protocols: first ? [{ name: first.name, port: first.port, primary: true, default: true }] : [],
      automation: startAutomation(automation),
      custom_fields: [],
    },
    fields: {
      type: {
        info: localInfo(t('assets:customType.title'), 'string', { required: true, max_length: 32 }),
        help: t('assets:customType.help'),
        only: 'create',
        has: custom,
        check: (value) => (/^[a-z][a-z0-9_-]*$/.test(String(value).trim()) ? undefined : t('assets:customType.wrong')),
      },
      charset: { has: charset_enabled === true },
      domain_enabled: { disabled: !domain_enabled },
      su_enabled: { disabled: !su_enabled },
      su_method: { Input: SuMethodInput, props: { methods: su_methods }, shown: { field: 'su_enabled', is: true } },
      protocols: { Input: PlatformProtocolsInput, required: true, rules: ['onePrimary', 'port'], props: { offered } },
      custom_fields: { info: customFieldsInfo(t), has: custom },
      automation: {
        Input: AutomationInput,
        props: { limits: automation },
        has: automation.ansible_enabled === true,
        check: (value) => (hasBrokenConfig(value) ? t('assets:automation.configWrong') : undefined),
      },
    },
    load: ({ protocols, custom_fields, ...platform }, _mode, cloning) => ({
      ...platform,
      type,
      protocols: cloning && Array.isArray(protocols) ? protocols.map(({ id: _, ...protocol }: { id?: number }) => protocol) : protocols,
      custom_fields: enteredFields((custom_fields ?? []) as CustomField[]),
    }),
    prepare: ({ custom_fields, ...values }) => ({
      ...values,
      category,
      type: values.type ?? type,
      ...(Array.isArray(custom_fields) ? { custom_fields: wireFields(custom_fields as Values[]) } : {}),
    }),
    next: () => `${RESOURCES.platform.path}?activeTab=${category}`,
  };
  return <ResourceForm definition={definition} />;
}

/** Every protocol that some type has, once. */
const allProtocols = (categories: readonly AssetCategory[] | undefined): PlatformProtocol[] => {
  const found = categories?.flatMap((one) => one.types.flatMap((type) => type.constraints.protocols)) ?? [];
  return [...new Map(found.map((protocol) => [protocol.name, protocol])).values()];
};

/** How to become another user; each type has its own ways. */
function SuMethodInput({ id, value, onChange, disabled = false, methods = [] }: InputProps & { methods?: readonly string[] }) {
  return (
    <Select
      {...(id ? { id } : {})}
      value={typeof value === 'string' ? value : null}
      disabled={disabled}
      options={methods.map((method) => ({ value: method, label: method }))}
      onChange={onChange}
    />
  );
}
