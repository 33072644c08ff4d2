import { expect, test } from 'vitest';
import { applyBranding, isUploaded } from './branding.ts';

test('only pictures of this server are taken, and those that this browser has just chosen', () => {
  expect(
    [
      '/media/logo.png',
      'blob:https://console.test/1',
      'https://evil.example/x.png',
      '//evil.example/x.png',
      '/static/x.png',
      '',
      undefined,
    ].map(isUploaded),
  ).toEqual([true, true, false, false, false, false, false]);
});

test('the icon of the tab is the uploaded one, and the own one again when that is gone', () => {
  document.head.innerHTML = '<link rel="icon" type="image/svg+xml" href="http://console.test/own.svg">';
  const icon = document.querySelector('link') as HTMLLinkElement;
  applyBranding({ favicon: '/media/f.png' });
  expect([icon.getAttribute('href'), icon.getAttribute('type')]).toEqual(['/media/f.png', null]);
  applyBranding({ favicon: 'https://evil.example/f.png' });
  expect([icon.getAttribute('href'), icon.getAttribute('type')]).toEqual(['http://console.test/own.svg', 'image/svg+xml']);
});

test('the five colours of the settings become those of the page', () => {
  applyBranding({ theme_info: { colors: { '--color-primary': '#123456', '--color-danger': 'url(x)' } } });
  expect(document.documentElement.style.getPropertyValue('--color-primary')).toBe('#123456');
  applyBranding(undefined);
  expect(document.documentElement.style.getPropertyValue('--color-primary')).not.toBe('#123456');
});
