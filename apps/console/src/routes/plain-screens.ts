import { createElement } from 'react';
import type { Resource } from '../model/resource.ts';
import type { Screen } from './route-types.ts';

/** The screens of a resource of which nothing is known but where it lives: its metadata says the rest. */
export function plainScreens(resource: Resource): Record<'list' | 'form' | 'detail', Screen> {
  return {
    list: () =>
      import('../screens/page/ListPage.tsx').then(
        ({ ListPage }) =>
          () =>
            createElement(ListPage, { resource }),
      ),
    form: () =>
      import('../screens/page/FormPage.tsx').then(
        ({ FormPage }) =>
          () =>
            createElement(FormPage, { resource }),
      ),
    detail: () =>
      import('../screens/page/DetailPage.tsx').then(
        ({ DetailPage }) =>
          () =>
            createElement(DetailPage, { resource }),
      ),
  };
}
