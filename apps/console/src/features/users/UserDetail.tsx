import { addressOf } from '@postern/client/api';
import { StatusTag } from '@postern/ui';
import { Tooltip } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMetadata } from '../../data/useMetadata.ts';
import { NamesCell } from '../../fields/NamesCell.tsx';
import { choiceValue } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { BoundAccounts } from '../../profile/BoundAccounts.tsx';
import { useIdentityCheck } from '../../screens/confirm/useIdentityCheck.tsx';
import { type QuickAction, toggleAction } from '../../screens/detail/QuickActions.tsx';
import { RelationCard } from '../../screens/detail/RelationCard.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { ExplainTab } from '../access/ExplainTab.tsx';
import { useAclList } from '../acls/AclList.tsx';
import { CHAT_ACCOUNTS } from '../chat-accounts.ts';
import { join, leave } from '../groups/membership.ts';
import { PermissionTable } from '../permissions/PermissionTable.tsx';
import { RESOURCES } from '../resources.ts';
import { useWaitingActions } from './useWaitingActions.tsx';

const GrantedTree = lazy(() => import('../my-assets/GrantedTree.tsx').then((module) => ({ default: module.GrantedTree })));

interface User extends Row {
  name: string;
  username: string;
  groups: { id: string; name: string }[];
}

const FACTS = [
  'id',
  'name',
  'username',
  'email',
  'phone',
  'wecom_id',
  'dingtalk_id',
  'feishu_id',
  'slack_id',
  'system_roles',
  'org_roles',
  'mfa_level',
  'source',
  'created_by',
  'date_joined',
  'from_outside',
  'sponsor',
  'date_expired',
  'date_password_last_updated',
  'last_login',
  'comment',
];

/** One person: facts, quick actions, groups, what they may reach (docs/behaviour/people.md#page-of-a-person). */
export function UserDetail() {
  const { t } = useTranslation(['features', 'access', 'people', 'identity']);
  const { profile } = useAuth();
  const { without, inRoot, unless } = useRefusals();
  const { proved, dialog } = useIdentityCheck();
  const { rowActions: waiting } = useWaitingActions();
  const mfa = useMetadata(RESOURCES.user.url).data?.actions.GET?.mfa_level;
  const untouchable = (user: User) => unless(user.is_superuser !== true || profile.is_superuser, 'refused:superuser');
  const shared = (user: User) => user.is_manageable === false;
  // Groups are the organisation's; the rest is the person's, wherever they are.
  const member = without('users.change_user');
  const reset = (id: string, title: string, text: string, run: () => Promise<unknown>) => ({
    id,
    title,
    verb: t('users.reset'),
    question: { title, text, verb: t('users.reset'), danger: true },
    done: t('users.done'),
    run,
  });
  const actions = (user: User, detail: DetailModel<User>): QuickAction[] => {
    const id = String(user.id);
    const locked = member || unless(!shared(user), 'refused:shared');
    const own = unless(user.id !== profile.id, 'refused:own');
    return [
      ...waiting.map(({ id: action, label, danger, confirm, done, run }) => ({
        id: action,
        title: label,
        verb: label,
        shown: user.is_waiting === true,
        refused: locked,
        ...(confirm ? { question: { ...confirm(user), danger: danger === true } } : {}),
        ...(done ? { done } : {}),
        run: async () => {
          await run(user, '');
          await detail.refresh();
        },
      })),
      toggleAction(detail, 'is_active', { title: t('users.active'), refused: locked || own }),
      {
        id: 'level',
        title: mfa?.label ?? '',
        shown: mfa !== undefined,
        refused: locked,
        choices: (mfa?.choices ?? []).map(({ value, label }) => ({ value: Number(value), label })),
        value: Number(choiceValue(user.mfa_level)),
        choose: (level) => detail.patch({ mfa_level: level }),
      },
      {
        ...reset('mfa', t('users.resetMfa'), t('users.resetMfaText'), () => proved(() => client.users.resetMfa(id)).then(detail.refresh)),
        refused: locked || own,
      },
      {
        ...reset('browsers', t('users.distrust'), t('users.distrustText'), () => client.users.distrust(id).then(detail.refresh)),
        verb: t('users.distrustVerb'),
        question: { title: t('users.distrust'), text: t('users.distrustText'), verb: t('users.distrustVerb'), danger: true },
        refused: locked,
      },
      {
        ...reset('password', t('users.resetPassword'), t('users.resetPasswordText'), () =>
          proved(() => client.users.resetPassword(id)).then(detail.refresh),
        ),
        refused: locked || unless(choiceValue(user.source) === 'local', 'refused:notLocal'),
      },
      {
        ...reset('key', t('users.resetKey'), t('users.resetKeyText'), () =>
          proved(() => client.users.resetPublicKey(id)).then(detail.refresh),
        ),
        refused: locked || unless(user.can_public_key_auth === true, 'refused:noKeys'),
      },
      {
        id: 'unblock',
        title: t('users.unblock'),
        verb: t('users.unblock'),
        refused: locked || unless(user.login_blocked === true, 'refused:notBlocked'),
        done: t('users.done'),
        run: () => client.users.unblock(id).then(detail.refresh),
      },
      ...CHAT_ACCOUNTS.map(({ name, field, unbindOf }) => ({
        ...reset(name, t('identity:chat.unbindOf', { service: t(`identity:chat.name.${name}`) }), t('identity:chat.adminText'), () =>
          proved(() => unbindOf(id)).then(detail.refresh),
        ),
        verb: t('identity:chat.unbind'),
        question: {
          title: t('identity:chat.unbindTitle', { service: t(`identity:chat.name.${name}`) }),
          text: t('identity:chat.adminText'),
          verb: t('identity:chat.unbind'),
          danger: true,
        },
        // Only of whom has one; who came by it has no other way in.
        shown: Boolean(user[field]),
        refused: locked || unless(choiceValue(user.source) !== name, 'refused:wayIn'),
      })),
    ];
  };
  return (
    <DetailPage<User>
      resource={RESOURCES.user}
      global
      update={untouchable}
      delete={(user) => untouchable(user) || unless(!shared(user), 'refused:shared') || unless(user.id !== profile.id, 'refused:own')}
      facts={(user) => (
        <>
          {user.is_waiting === true ? (
            <StatusTag tone="warning" boxed>
              {t('people:waiting.tag')}
            </StatusTag>
          ) : (
            <StatusTag tone={user.is_valid ? 'success' : 'neutral'} boxed>
              {t(user.is_valid ? 'users.valid' : 'users.invalid')}
            </StatusTag>
          )}
          {user.login_blocked === true && (
            <StatusTag tone="danger" boxed>
              {t('users.blocked')}
            </StatusTag>
          )}
          {user.from_outside === true && (
            <StatusTag tone="neutral" boxed>
              {t('users.outside')}
            </StatusTag>
          )}
          {shared(user) && (
            <Tooltip title={t('users.shared')}>
              <StatusTag tone="neutral" boxed>
                {t('users.sharedTag')}
              </StatusTag>
            </Tooltip>
          )}
          <span>{user.username}</span>
          <span>{String(user.email ?? '')}</span>
        </>
      )}
      basic={{
        name: 'UserInfo',
        fields: FACTS,
        cells: {
          system_roles: (user) => <NamesCell value={user.system_roles} />,
          org_roles: (user) => <NamesCell value={user.org_roles} />,
        },
        actions,
        beside: (user, detail) => (
          <>
            <RelationCard
              title={t('noun:group.title')}
              url={addressOf('groups', 'list', { fields_size: 'mini', order: 'name' })}
              refused={inRoot || member}
              items={user.groups.map((group) => ({ id: group.id, label: group.name, name: group.name }))}
              add={(ids) => join(ids.map((usergroup) => ({ user: user.id, usergroup }))).then(detail.refresh)}
              remove={(usergroup) => leave({ user: user.id, usergroup }).then(detail.refresh)}
            />
            <BoundAccounts of={String(user.id)} refused={member || untouchable(user) || unless(!shared(user), 'refused:shared')} />
          </>
        ),
      }}
      tabs={({ id }) => [
        {
          name: 'UserGrantedAssets',
          title: t('users.grantedAssets'),
          permissions: ['perms.view_userassets'],
          render: () => <GrantedAssets id={String(id)} />,
        },
        {
          name: 'UserPermissions',
          title: t('users.permissions'),
          permissions: ['perms.view_assetpermission'],
          render: () => <PermissionTable query={{ user_id: String(id) }} />,
        },
        {
          name: 'UserLoginAcls',
          title: t('people:loginRules'),
          permissions: ['acls.view_loginacl'],
          render: () => <LoginRules id={String(id)} />,
        },
        {
          name: 'UserExplain',
          title: t('access:tab'),
          permissions: ['perms.view_assetpermission', 'assets.view_asset'],
          render: () => <ExplainTab fixed="user" start={{ user: String(id) }} />,
        },
      ]}
    >
      {dialog}
    </DetailPage>
  );
}

/** The login rules about the person. */
function LoginRules({ id }: { id: string }) {
  const { t } = useTranslation('acls');
  const definition = useAclList('loginAcl', t('loginEmpty'), {
    global: true,
    query: { users: id },
    name: 'loginRulesOf',
    syncUrl: false,
    create: false,
    clone: false,
  });
  return <ResourceList definition={definition} />;
}

/** What the person reaches now, by node (docs/behaviour/people.md#granted-assets). */
function GrantedAssets({ id }: { id: string }) {
  const { t } = useTranslation('features');
  const [node, setNode] = useState<string>();
  return (
    <TreePane
      name="grantedAssets"
      onShowAll={node ? () => setNode(undefined) : undefined}
      tree={
        <Suspense>
          <GrantedTree user={id} picked={node} onPick={setNode} />
        </Suspense>
      }
    >
      <ResourceList
        key={node ?? ''}
        definition={{
          resource: {
            ...RESOURCES.asset,
            url: node ? addressOf('permsUsers', 'nodeAssets', id, node) : addressOf('permsUsers', 'assets', id),
          },
          metadataUrl: RESOURCES.asset.url,
          name: 'grantedAssets',
          empty: t('belongs.granted'),
          next: { label: t('noun:permission.title'), to: RESOURCES.permission.path, needs: 'perms.view_assetpermission' },
          syncUrl: false,
          readOnly: true,
          transfer: false,
          defaults: ['name', 'address', 'platform', 'nodes', 'protocols'],
          min: ['name'],
          exclude: ['spec_info'],
          facts: ['address', 'platform'],
        }}
      />
    </TreePane>
  );
}
