import { toast } from '@postern/ui';
import { Divider, Select } from 'antd';
import { Building2, List, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { flatRoutes, type Route } from '../routes/resolve.ts';
import type { ViewName } from '../routes/route-types.ts';
import { useAuth, useOrg, usePublicSettings } from '../session/auth.tsx';
import { addressInApp } from '../startup/start.ts';
import { switchOrganisation } from '../startup/switch-org.ts';
import { orgsOf } from '../startup/views.ts';
import { popupContainer } from './popup-container.ts';

/** The organisation selector (docs/behaviour/start-and-views.md#the-organisation-selector). */
export function OrgSelect({ route, routes, view }: { route: Route | undefined; routes: readonly Route[]; view: ViewName | undefined }) {
  const { t } = useTranslation('shell');
  const { profile } = useAuth();
  const { org, locked } = useOrg();
  const settings = usePublicSettings();
  const navigate = useNavigate();
  const offered = orgsOf(view, profile);
  if (settings.XPACK_LICENSE_IS_VALID !== true || offered.length === 0 || route?.showOrganization === false) return null;
  const choose = (id: string) => {
    const target = offered.find((candidate) => candidate.id === id);
    if (!target || target.id === org?.id) return;
    toast.info(t('switching', { name: target.name }));
    const { pathname, search } = new URL(addressInApp(), location.origin);
    switchOrganisation(target, pathname, search);
  };
  const actions = view === 'console' ? orgActions(routes) : [];
  return (
    <Select
      className="org-select"
      classNames={{ popup: { root: 'org-select__popup' } }}
      getPopupContainer={popupContainer}
      aria-label={t('organisation')}
      placeholder={t('chooseOrganisation')}
      notFoundContent={t('noOrganisation')}
      variant="filled"
      prefix={<Building2 size={14} aria-hidden="true" />}
      popupMatchSelectWidth={260}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={locked || route?.disableOrgsChange === true}
      value={offered.some((candidate) => candidate.id === org?.id) ? org?.id : undefined}
      options={offered.map((candidate) => ({ value: candidate.id, label: candidate.name }))}
      onChange={choose}
      popupRender={(list) => (
        <>
          {list}
          {actions.length > 0 ? <Divider size="small" /> : null}
          {actions.map((action) => (
            <button
              key={action.path}
              type="button"
              className="p-bare org-select__action"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => navigate(action.path)}
            >
              {action.action === 'create' ? <Plus size={14} /> : <List size={14} />}
              {t(action.action === 'create' ? 'createOrganisation' : 'organisationList')}
            </button>
          ))}
        </>
      )}
    />
  );
}

/** Create and list of organisations, as far as the person has these routes. */
function orgActions(routes: readonly Route[]): Route[] {
  return flatRoutes(routes).filter(
    (route) => route.node.name === 'OrganizationCreate' || (route.node.name === 'OrganizationList' && route.node.screen),
  );
}
