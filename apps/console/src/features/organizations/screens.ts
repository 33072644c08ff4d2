import type { Screens } from '../../routes/route-types.ts';

const organizationForm = () => import('./OrganizationForm.tsx').then(({ OrganizationForm }) => ({ default: OrganizationForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  OrganizationList: () => import('./OrganizationList.tsx').then(({ OrganizationList }) => ({ default: OrganizationList })),
  OrganizationCreate: organizationForm,
  OrganizationUpdate: organizationForm,
  OrganizationDetail: () => import('./OrganizationDetail.tsx').then(({ OrganizationDetail }) => ({ default: OrganizationDetail })),
};
