import { StatusTag } from '@postern/ui';
import { Alert, Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRunAction } from '../../data/useRunAction.ts';
import { BooleanCell } from '../../fields/boolean/BooleanCell.tsx';
import { relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { pageOf } from '../resources.ts';

/** Why a permission grants nothing, as the server names it. */
type Gaps = readonly { value: string; label: string }[];

export const gapsOf = ({ gaps }: Row): Gaps => (Array.isArray(gaps) ? gaps : []);

export const gapNames = (gaps: Gaps, t: TFunction<'features'>): string => gaps.map((gap) => relatedName(gap)).join(t('permissions.comma'));

/** Whether a permission counts; where it grants nothing, the reasons instead. A cell that is too short for them shows them on hover and at the focus. */
export function EffectCell({ row }: { row: Row }) {
  const { t } = useTranslation('features');
  const gaps = gapsOf(row);
  if (gaps.length === 0) return <BooleanCell value={row.is_valid} />;
  return <StatusTag tone="warning">{gapNames(gaps, t)}</StatusTag>;
}

interface Place {
  tab?: string;
  view?: string;
  words: 'addPeople' | 'addMachines' | 'chooseAccounts' | 'change';
}

/** Where what is missing is added: a tab of its page, or its form. */
const PLACES: Readonly<Record<string, Place>> = {
  no_people: { tab: 'AssetPermissionUser', view: 'users.view_user', words: 'addPeople' },
  no_assets: { tab: 'AssetPermissionAsset', view: 'assets.view_asset', words: 'addMachines' },
  no_accounts: { tab: 'AssetPermissionAccount', view: 'accounts.view_account', words: 'chooseAccounts' },
};
const FORM: Place = { words: 'change' };

/** On the page of a permission that grants nothing: why, and for the first reason the next step that this person may take. */
export function GapsNotice<R extends Row>({ permission, detail }: { permission: R; detail: DetailModel<R> }) {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const navigate = useNavigate();
  const runAction = useRunAction();
  const gaps = gapsOf(permission);
  const [first] = gaps;
  if (!first) return null;
  const may = can('perms.change_assetpermission') && !isRoot;
  const { tab, view, words } = PLACES[first.value] ?? FORM;
  const page = pageOf('permission', permission.id);
  const go = () => navigate(tab && view && can(view) ? `${page}?activeTab=${tab}` : `${page}/update`);
  const switchOn = () => void runAction(() => detail.patch({ is_active: true } as never), { done: t('permissions.switchedOn') });
  const off = first.value === 'switched_off';
  return (
    <Alert
      type="warning"
      showIcon
      title={t('permissions.grantsNothing', { reasons: gapNames(gaps, t) })}
      {...(may ? {} : { description: t(isRoot ? 'permissions.fixInOrganisation' : 'permissions.askForChange') })}
      action={
        may && (
          <Button size="small" onClick={off ? switchOn : go}>
            {t(`permissions.${off ? 'switchOn' : words}`)}
          </Button>
        )
      }
    />
  );
}
