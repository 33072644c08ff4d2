import { createElement } from 'react';
import type { Resource } from '../model/resource.ts';
import type { ScreenModule } from './route-types.ts';

/** The screens of a resource of which nothing is known but where it lives: its metadata says the rest. */
export function plainScreens(resource: Resource): Record<'list' | 'form' | 'detail', () => Promise<ScreenModule>> {
  return {
    list: () => import('../screens/page/ListPage.tsx').then(({ ListPage }) => ({ default: () => createElement(ListPage, { resource }) })),
    form: () => import('../screens/page/FormPage.tsx').then(({ FormPage }) => ({ default: () => createElement(FormPage, { resource }) })),
    detail: () =>
      import('../screens/page/DetailPage.tsx').then(({ DetailPage }) => ({ default: () => createElement(DetailPage, { resource }) })),
  };
}
