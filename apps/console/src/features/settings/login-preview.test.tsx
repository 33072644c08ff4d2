import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { LookDraft } from '../../login/preview/look-draft.ts';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { InterfaceSettings } from './InterfaceSettings.tsx';

// What the login page would look like, while the settings of the interface are edited.

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const file = (name: string, bytes: readonly number[] | string, type = 'image/png'): File =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type });

beforeEach(() => {
  URL.createObjectURL ??= () => 'blob:test';
  URL.revokeObjectURL ??= () => undefined;
  updateSession({
    profile: { id: '1', username: 'ann', perms: ['settings.change_interface'] } as unknown as Profile,
    settings: {},
    org: { id: '4', name: 'SystemSetting' } as Organisation,
    pseudoOrg: undefined,
  });
});

/** The page with what it asked the server for, and what its frame was told. */
async function open() {
  const asked = serve({
    'GET xpack/interface/setting/': {
      login_title: 'Harbour',
      theme: 'green',
      colors: {},
      logo_index: '',
      logo_logout: '/media/settings/logo.png',
      favicon: '',
      login_image: '',
    },
    'GET xpack/interface/setting/themes/': [
      { name: 'green', label: 'Green', colors: {} },
      { name: 'plum', label: 'Plum', colors: { '--color-primary': '#7b4ec9' } },
    ],
  });
  const { user } = await draw(<InterfaceSettings />);
  const frame = await screen.findByTitle<HTMLIFrameElement>('Preview of the login page');
  const told = vi.spyOn(frame.contentWindow as Window, 'postMessage');
  fireEvent.load(frame);
  const shown = () => told.mock.lastCall?.[0] as LookDraft;
  return { user, asked, frame, told, shown };
}
const choose = (label: string, picture: File) => {
  const item = screen.getByText(label).closest('.ant-form-item') as HTMLElement;
  fireEvent.change(item.querySelector('input[type="file"]') as HTMLInputElement, { target: { files: [picture] } });
};

test('the frame is told the look as it is entered, and the server nothing', async () => {
  const { user, asked, told, shown } = await open();
  expect(shown()).toEqual({ title: 'Harbour', colors: {}, logo: '/media/settings/logo.png', picture: '', mode: 'light' });
  const title = screen.getByRole('textbox', { name: 'Title' });
  await user.clear(title);
  // Left empty, the usual one is shown.
  await waitFor(() => expect(shown().title).toBe('Postern privileged access'));
  await user.type(title, 'Lighthouse');
  await waitFor(() => expect(shown().title).toBe('Lighthouse'));
  await user.click(screen.getByRole('radio', { name: 'Plum' }));
  await waitFor(() => expect(shown().colors).toEqual({ '--color-primary': '#7b4ec9' }));
  const picture = file('pier.png', PNG);
  choose('Picture on the login page', picture);
  await waitFor(() => expect(shown().picture).toBe(picture));
  await user.click(screen.getByRole('button', { name: 'Go back to the usual one: Logo on the login page' }));
  await waitFor(() => expect(shown().logo).toBe(''));
  await user.click(screen.getByText('Dark'));
  await waitFor(() => expect(shown().mode).toBe('dark'));
  expect(told.mock.calls.every(([, origin]) => String(origin) === location.origin)).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(shown()).toMatchObject({ title: 'Harbour', logo: '/media/settings/logo.png', picture: '' }));
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('the frame may run the page and nothing else, and is as wide as the screen that is chosen', async () => {
  const { user, frame } = await open();
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
  expect([frame.style.width, frame.style.height]).toEqual(['1280px', '800px']);
  await user.click(screen.getByText('Phone'));
  expect([frame.style.width, frame.style.height]).toEqual(['390px', '780px']);
});

test.each([
  [
    'a drawing with scripts that calls itself a PNG',
    file('x.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    /^Use a PNG/,
  ],
  ['an empty file', file('x.png', []), /^Use a PNG/],
  ['one of more than 1 MB', file('x.png', [...PNG, ...new Array<number>(1024 * 1024).fill(0)]), /larger than 1 MB/],
])('%s is told on its field and shown nowhere', async (_, picture, words) => {
  const { shown } = await open();
  choose('Picture on the login page', picture);
  expect(await screen.findByRole('alert')).toHaveTextContent(words);
  expect(shown().picture).toBe('');
});

test('a picture that the browser cannot draw, or of too many pixels, is taken back', async () => {
  const { shown } = await open();
  choose('Picture on the login page', file('x.png', PNG));
  fireEvent.error(await screen.findByRole('img', { name: 'Picture on the login page' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Use a PNG/);
  await waitFor(() => expect(shown().picture).toBe(''));
  choose('Picture on the login page', file('y.png', PNG));
  const image = await screen.findByRole('img', { name: 'Picture on the login page' });
  Object.defineProperty(image, 'naturalWidth', { value: 5000 });
  fireEvent.load(image);
  expect(await screen.findByText('No side of a picture may be longer than 4096 pixels.')).toBeVisible();
  await waitFor(() => expect(shown().picture).toBe(''));
});
