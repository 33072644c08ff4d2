import type { DraftResource } from '@postern/contract/access';
import { connectMethodName } from '@postern/contract/connect-methods';
import { useTranslation } from 'react-i18next';
import { attrRules, type ManyValue, readMany } from '../../fields/many-value.ts';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { type Resource, type Row, right } from '../../model/resource.ts';
import { toggleAction } from '../../screens/detail/QuickActions.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { useDeletionEffect } from '../access/useDeletionEffect.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { periodWords } from './period-words.ts';

interface Acl extends Row {
  is_active: boolean;
  users: unknown;
  assets?: unknown;
  rules?: { ip_group?: string[]; time_period?: { id: number; value: string }[] };
}

export const LoginAclDetail = () => <AclDetail resource={RESOURCES.loginAcl} draft="loginacl" />;
export const AssetAclDetail = () => <AclDetail resource={RESOURCES.assetAcl} draft="loginassetacl" />;
export const CommandAclDetail = () => <AclDetail resource={RESOURCES.commandAcl} draft="commandfilteracl" />;
export const ConnectAclDetail = () => <AclDetail resource={RESOURCES.connectAcl} draft="connectmethodacl" />;

/** One access rule: what it says, and whom and what it matches right now (docs/behaviour/permissions.md#whom-a-rule-matches). */
function AclDetail({ resource, draft }: { resource: Resource; draft: DraftResource }) {
  const { t, i18n } = useTranslation('acls');
  const { without } = useRefusals();
  const deletion = useDeletionEffect(draft, `acls.delete_${draft}`);
  return (
    <DetailPage<Acl>
      resource={resource}
      basic={{
        name: 'Rule',
        title: t('basic'),
        exclude: ['users', 'assets', 'rules', 'is_active', 'org_name'],
        cells: { connect_methods: ({ connect_methods: methods }) => <TagsCell value={(methods as string[]).map(connectMethodName)} /> },
        extra: ({ rules }) =>
          rules
            ? [
                { key: 'ip', label: t('addresses'), value: (rules.ip_group ?? []).join(', ') || '*' },
                { key: 'times', label: t('times'), value: periodWords(rules.time_period ?? [], i18n.language).join(' · ') || t('anyTime') },
              ]
            : [],
        actions: (_, detail) => [
          toggleAction(detail, 'is_active', { title: t('active'), refused: without(right(resource, 'change')) }),
          deletion.action,
        ],
      }}
      tabs={(acl) => [
        {
          name: 'AclUsers',
          title: t('users'),
          permissions: ['users.view_user'],
          render: () => <Matching kind="user" value={readMany(acl.users)} columns={['name', 'username', 'groups', 'source', 'is_valid']} />,
        },
        {
          name: 'AclAssets',
          title: t('assets'),
          permissions: ['assets.view_asset'],
          hidden: acl.assets === undefined,
          render: () => (
            <Matching kind="asset" value={readMany(acl.assets)} columns={['name', 'address', 'platform', 'type', 'is_active']} />
          ),
        },
      ]}
    >
      {deletion.dialog}
    </DetailPage>
  );
}

/** Whom or what a rule matches, as a list of its own. */
function Matching({ kind, value, columns }: { kind: 'user' | 'asset'; value: ManyValue; columns: string[] }) {
  const { t } = useTranslation('features');
  const resource = RESOURCES[kind];
  return (
    <ResourceList
      definition={{
        resource,
        url: resource.url,
        query: { attr_rules: attrRules(value) },
        name: `matching-${kind}`,
        syncUrl: false,
        readOnly: true,
        transfer: false,
        empty: t(kind === 'user' ? 'belongs.matchingUsers' : 'belongs.matchingAssets'),
        columns,
        min: ['name'],
        facts: columns.slice(1, 3),
        linkTo: (row) => pageOf(kind, row.id),
      }}
    />
  );
}

/** A command group: what it looks for. */
export function CommandGroupDetail() {
  const { t } = useTranslation('acls');
  return <DetailPage resource={RESOURCES.commandGroup} basic={{ name: 'CommandGroup', title: t('group') }} />;
}
