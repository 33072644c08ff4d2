import type { Screens } from '../../routes/route-types.ts';

const labelForm = () => import('./LabelForm.tsx').then(({ LabelForm }) => ({ default: LabelForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  LabelList: () => import('./LabelList.tsx').then(({ LabelList }) => ({ default: LabelList })),
  LabelCreate: labelForm,
  LabelUpdate: labelForm,
};
