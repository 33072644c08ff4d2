import { PROTOCOLS } from '@postern/contract/protocols';
import { useTranslation } from 'react-i18next';
import { useMetadata } from '../../data/useMetadata.ts';
import type { Attribute } from '../../fields/many-value.ts';
import { readableFields } from '../../model/metadata.ts';
import { useOrg } from '../../session/auth.tsx';
import { useAssetCategories } from '../assets/useAssetCategories.ts';
import { CHOICES } from '../choices.ts';
import { RESOURCES } from '../resources.ts';

type Draft = Omit<Attribute, 'label'>;

/** What people may be asked by (docs/behaviour/permissions.md#whom-a-rule-matches). Labels are those of the fields themselves. */
const OF_USERS: readonly Draft[] = [
  { name: 'name', type: 'str' },
  { name: 'username', type: 'str' },
  { name: 'email', type: 'str' },
  { name: 'comment', type: 'str' },
  { name: 'is_active', type: 'bool' },
  { name: 'system_roles', type: 'm2m', url: CHOICES.systemRoles },
  { name: 'org_roles', type: 'm2m', url: CHOICES.orgRoles },
  { name: 'groups', type: 'm2m', url: CHOICES.groups },
];
const OF_ASSETS: readonly Draft[] = [
  { name: 'name', type: 'str' },
  { name: 'address', type: 'ip' },
  { name: 'comment', type: 'str' },
  { name: 'nodes', type: 'm2m', url: CHOICES.nodes },
  { name: 'platform', type: 'm2m', url: CHOICES.platforms },
  { name: 'labels', type: 'm2m', url: CHOICES.labels },
];

function useLabels(url: string): (draft: Draft) => Attribute {
  const fields = readableFields(useMetadata(url).data);
  return (draft) => ({ ...draft, label: fields[draft.name]?.label ?? draft.name });
}

/** Attributes of people. Rules for the whole system know no roles of one organisation. */
export function useUserAttributes(): Attribute[] {
  const label = useLabels(RESOURCES.user.url);
  const { locked } = useOrg();
  return OF_USERS.filter(({ name }) => !(locked && name === 'org_roles')).map(label);
}

/** Attributes of assets; categories and types are chosen from those there are. */
export function useAssetAttributes(): Attribute[] {
  const { t } = useTranslation('acls');
  const label = useLabels(RESOURCES.asset.url);
  const categories = useAssetCategories();
  const choices = (list: readonly { value: string; label: string }[] = []) =>
    list.map(({ value, label: words }) => ({ value, label: words }));
  const types = new Map(categories?.flatMap((category) => category.types.map((type) => [type.value, type] as const)));
  return [
    ...OF_ASSETS.map(label),
    { ...label({ name: 'category', type: 'select' }), choices: choices(categories) },
    { ...label({ name: 'type', type: 'select' }), choices: choices([...types.values()]) },
    {
      name: 'protocols',
      type: 'select',
      label: t('protocols'),
      choices: Object.entries(PROTOCOLS).map(([value, protocol]) => ({ value, label: protocol.label })),
    },
  ];
}
