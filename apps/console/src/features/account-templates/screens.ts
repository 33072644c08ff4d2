import type { Screens } from '../../routes/route-types.ts';

const templateForm = () => import('./TemplateForm.tsx').then(({ TemplateForm }) => ({ default: TemplateForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  AccountTemplateList: () => import('./TemplateList.tsx').then(({ TemplateList }) => ({ default: TemplateList })),
  AccountTemplateCreate: templateForm,
  AccountTemplateUpdate: templateForm,
  AccountTemplateDetail: () => import('./TemplateDetail.tsx').then(({ TemplateDetail }) => ({ default: TemplateDetail })),
};
