import type { Screens } from '../../routes/route-types.ts';

const domainForm = () => import('./DomainForm.tsx').then(({ DomainForm }) => ({ default: DomainForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  DomainList: () => import('./DomainList.tsx').then(({ DomainList }) => ({ default: DomainList })),
  DomainCreate: domainForm,
  DomainUpdate: domainForm,
  DomainDetail: () => import('./DomainDetail.tsx').then(({ DomainDetail }) => ({ default: DomainDetail })),
};
