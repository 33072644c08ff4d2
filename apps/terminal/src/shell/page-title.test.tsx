import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { nameProduct, usePageTitle } from './page-title.ts';

function Page({ where }: { where?: string }) {
  usePageTitle(where);
  return null;
}

test('the title says where one is, in whatever order names arrive, and is the product again when one leaves', async () => {
  const root = createRoot(document.createElement('div'));
  const draw = (where?: string) => act(async () => root.render(<Page {...(where ? { where } : {})} />));
  nameProduct('Web terminal');
  await draw('web-1 · root');
  expect(document.title).toBe('web-1 · root - Web terminal');
  nameProduct('Web-Terminal');
  expect(document.title).toBe('web-1 · root - Web-Terminal');
  await draw();
  expect(document.title).toBe('Web-Terminal');
  await draw('db-1 · postgres');
  await act(async () => root.unmount());
  expect(document.title).toBe('Web-Terminal');
});
