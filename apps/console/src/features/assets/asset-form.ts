import { addressOf } from '@postern/client/api';
import { encryptSecret } from '@postern/client/transport';
import type { Values } from '../../model/values.ts';
import type { FieldGroup, FormDefinition } from '../../screens/form/form-definition.ts';
import { CHOICES } from '../choices.ts';
import { localInfo } from '../shared-fields.ts';
import { nodeLabel } from '../shared-labels.ts';
import { type AccountDraft, AccountsInput } from './AccountsInput.tsx';
import { CATEGORY_FORMS, type CategoryForm, type Platform } from './category-fields.ts';
import { PlatformInput } from './PlatformInput.tsx';
import { ProtocolsInput } from './ProtocolsInput.tsx';
import { type AssetProtocol, completeProtocols, isPort, secretTypes, startProtocols, withAddressPorts } from './protocols.ts';

interface Around {
  /** A word of the namespaces `features` and `assets`. */
  t: (key: string) => string;
  /** Node the form was opened on. */
  node: string | null;
  onPlatform: (id: string) => void;
  /** Domain of a gateway, which is fixed like its platform. */
  gatewayOf?: string | undefined;
}

const hostOf = (values: Values): string => (typeof values.address === 'string' ? values.address : '');
const rowsOf = (value: unknown): AssetProtocol[] => (Array.isArray(value) ? (value as AssetProtocol[]) : []);

/** Everything the form of an asset on this platform has, whatever its category (docs/behaviour/assets.md#form-of-an-asset). */
export function assetForm(
  platform: Platform,
  { t, node, onPlatform, gatewayOf }: Around,
): Pick<FormDefinition, 'groups' | 'initial' | 'load' | 'fields' | 'prepare'> {
  const offered = platform.protocols;
  const form = CATEGORY_FORMS[platform.category.value] ?? {};
  const fixed = gatewayOf !== undefined;
  // With its name: the list to choose from may not have it, such as without a licence.
  const chosen = { id: platform.id, name: platform.name };
  return {
    groups: groupsOf(form, platform, t),
    initial: {
      platform: chosen,
      nodes: node ? [node] : [],
      protocols: startProtocols(offered),
      accounts: [],
      labels: [],
      is_active: true,
      ...(gatewayOf ? { domain: gatewayOf } : {}),
      ...form.initial?.(platform),
    },
    load: (asset, _mode, cloning) => ({
      ...asset,
      platform: chosen,
      protocols: completeProtocols(rowsOf(asset.protocols), offered),
      accounts: cloning ? asset.accounts : [],
    }),
    fields: {
      name: { rules: ['noEmoji'] },
      address: { rules: ['noEmoji'] },
      platform: { Input: PlatformInput, disabled: fixed, props: { type: platform.type.value, onPick: onPlatform } },
      nodes: { props: { url: CHOICES.nodes, labelOf: nodeLabel }, required: true },
      protocols: {
        Input: ProtocolsInput,
        props: (values) => ({ offered, address: hostOf(values) }),
        check: (value, values) =>
          withAddressPorts(rowsOf(value), offered, hostOf(values)).every((row) => isPort(row.port)) ? undefined : t('assets.badPort'),
      },
      accounts: {
        info: localInfo(t('assets.accounts'), 'list'),
        Input: AccountsInput,
        props: (values) => ({ types: secretTypes(rowsOf(values.protocols), offered) }),
        only: 'create',
      },
      domain: { props: { url: addressOf('domains') }, has: platform.domain_enabled, disabled: fixed },
      labels: { widget: 'newLabels', rules: ['label'] },
      comment: { help: t('assets:commentHelp') },
      ...form.fields?.(platform, t),
    },
    prepare: (values) => bodyOf(values, platform),
  };
}

function groupsOf({ basic = [], group }: CategoryForm, platform: Platform, t: Around['t']): FieldGroup[] {
  const own = group?.(platform);
  const card = (place: 'second' | 'third'): FieldGroup[] =>
    own?.place === place ? [{ title: t(`assets:group.${own.title}`), fields: own.fields }] : [];
  return [
    { title: t('assets.basic'), fields: ['name', 'address', 'platform', 'nodes', ...basic] },
    ...card('second'),
    { title: t('assets.protocolsAndAccounts'), purpose: t('assets.accessPurpose'), fields: ['protocols', 'accounts'] },
    ...card('third'),
    { title: t('assets.other'), fields: ['domain', 'labels', 'is_active', 'comment'] },
  ];
}

/** What is sent: ports from the address where they come from it, labels as name and value, no empty list of nodes, encrypted secrets. */
async function bodyOf({ accounts, nodes, labels, ...values }: Values, platform: Platform): Promise<Values> {
  return {
    ...values,
    ...(values.protocols === undefined
      ? {}
      : { protocols: withAddressPorts(rowsOf(values.protocols), platform.protocols, hostOf(values)) }),
    ...(Array.isArray(nodes) && nodes.length > 0 ? { nodes } : {}),
    ...(Array.isArray(labels) ? { labels: labels.map(labelOf) } : {}),
    ...(Array.isArray(accounts) ? { accounts: await Promise.all(accounts.map(encrypted)) } : {}),
  };
}

/** A label that is typed says `name:value`; one that was chosen is its id. */
function labelOf(label: unknown): unknown {
  if (typeof label !== 'object' || label === null || !('name' in label) || 'value' in label || typeof label.name !== 'string') return label;
  const [name = '', ...value] = label.name.split(':');
  return { name: name.trim(), value: value.join(':').trim() };
}

/** Each account's secret is encrypted by itself; a cloned account names the one whose secret the server copies. */
async function encrypted(draft: AccountDraft): Promise<AccountDraft> {
  const { secret, ...rest } = draft;
  return secret ? { ...rest, secret: await encryptSecret(secret) } : rest;
}
