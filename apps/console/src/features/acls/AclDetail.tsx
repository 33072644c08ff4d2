import type { DraftResource } from '@postern/contract/access';
import type { Fact } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { attrRules, type ManyValue, readMany } from '../../fields/many-value.ts';
import type { Resource, Row } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
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
  const { t } = useTranslation(['acls', 'screens']);
  const { id = '' } = useParams();
  return (
    <ResourceDetail<Acl>
      definition={{
        resource,
        id,
        tabs: (acl, detail) => [
          { name: 'Rule', title: t('basic'), render: () => <Rule acl={acl} resource={resource} draft={draft} detail={detail} /> },
          {
            name: 'AclUsers',
            title: t('users'),
            permissions: ['users.view_user'],
            render: () => (
              <Matching kind="user" value={readMany(acl.users)} columns={['name', 'username', 'groups', 'source', 'is_valid']} />
            ),
          },
          ...(acl.assets === undefined
            ? []
            : [
                {
                  name: 'AclAssets',
                  title: t('assets'),
                  permissions: ['assets.view_asset'],
                  render: () => (
                    <Matching kind="asset" value={readMany(acl.assets)} columns={['name', 'address', 'platform', 'type', 'is_active']} />
                  ),
                },
              ]),
        ],
      }}
    />
  );
}

interface RuleProps {
  acl: Acl;
  resource: Resource;
  draft: DraftResource;
  detail: DetailModel<Acl>;
}

function Rule({ acl, resource, draft, detail }: RuleProps) {
  const { t, i18n } = useTranslation(['acls', 'screens']);
  const { can } = useAuth();
  const deletion = useDeletionEffect(draft, String(acl.id), `acls.delete_${draft}`);
  const occasion: Fact[] = acl.rules
    ? [
        { key: 'ip', label: t('addresses'), value: (acl.rules.ip_group ?? []).join(', ') || '*' },
        { key: 'times', label: t('times'), value: periodWords(acl.rules.time_period ?? [], i18n.language).join(' · ') || t('anyTime') },
      ]
    : [];
  return (
    <div className="s-columns-2">
      <AutoCard
        url={resource.url}
        row={acl}
        title={t('basic')}
        exclude={['users', 'assets', 'rules', 'is_active', 'org_name']}
        extra={occasion}
      />
      <QuickActions
        actions={[
          {
            id: 'active',
            title: t('active'),
            checked: acl.is_active,
            disabled: !can(`acls.change_${resource.model}`),
            toggle: (active) => detail.patch({ is_active: active }),
          },
          deletion.action,
        ]}
      />
      {deletion.dialog}
    </div>
  );
}

/** Whom or what a rule matches, as a list of its own. */
function Matching({ kind, value, columns }: { kind: 'user' | 'asset'; value: ManyValue; columns: string[] }) {
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
        selectable: false,
        transfer: false,
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
  const { id = '' } = useParams();
  const resource = RESOURCES.commandGroup;
  return (
    <ResourceDetail
      definition={{
        resource,
        id,
        tabs: (row) => [
          { name: 'CommandGroup', title: t('group'), render: () => <AutoCard url={resource.url} row={row} title={t('group')} /> },
        ],
      }}
    />
  );
}
