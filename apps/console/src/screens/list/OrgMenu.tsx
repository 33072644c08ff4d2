import { Button } from 'antd';
import { Building2, ChevronDown } from 'lucide-react';
import { useLocation } from 'react-router';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { ROOT_ORG_ID, SYSTEM_ORG_ID } from '../../session/organisations.ts';
import type { Organisation } from '../../session/session-types.ts';
import { switchOrganisation } from '../../startup/switch-org.ts';
import { orgsOf, viewOf } from '../../startup/views.ts';
import { PopMenu } from './PopMenu.tsx';

/** The other organisations that may have what is missing in this one. */
export function useOtherOrgs(): readonly Organisation[] {
  const { profile } = useAuth();
  const { org, locked } = useOrg();
  const { pathname } = useLocation();
  return locked ? [] : orgsOf(viewOf(pathname), profile).filter(({ id }) => id !== org?.id && id !== ROOT_ORG_ID && id !== SYSTEM_ORG_ID);
}

/** Opens the same list in another organisation. */
export function OrgMenu({ orgs, label }: { orgs: readonly Organisation[]; label: string }) {
  const { pathname } = useLocation();
  return (
    <PopMenu
      items={() => orgs.map(({ id, name }) => ({ key: id, label: name }))}
      onPick={(key) => {
        const org = orgs.find(({ id }) => id === key);
        if (org) switchOrganisation(org, pathname, '');
      }}
    >
      {(button) => (
        <Button {...button} icon={<Building2 size={16} aria-hidden />}>
          {label} <ChevronDown size={14} aria-hidden />
        </Button>
      )}
    </PopMenu>
  );
}
