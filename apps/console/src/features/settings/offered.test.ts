import { readFileSync } from 'node:fs';
import type { SettingDefinition } from '@postern/contract/setting-definition';
import { SETTINGS } from '@postern/contract/settings';
import { expect, test } from 'vitest';

/** Keys that the pages of settings write, by their sources: a page names each between quotes. */
const drawn = new Set(
  [
    'pages.tsx',
    'kept-days.ts',
    'EmailSettings.tsx',
    'WelcomePreview.tsx',
    'TerminalSettings.tsx',
    'auth/AuthSettings.tsx',
    'auth/ScimSettings.tsx',
    'AnnouncementDialog.tsx',
    'LoginWaysForm.tsx',
    'auth/OidcSettings.tsx',
    'auth/Oauth2Settings.tsx',
    'auth/CasSettings.tsx',
    'auth/RadiusSettings.tsx',
    'auth/Saml2Settings.tsx',
    'auth/ChatSettings.tsx',
    'auth/LdapSettings.tsx',
    'auth/LdapSyncDialog.tsx',
    'vault/VaultSettings.tsx',
    'sms/SmsSettings.tsx',
    'sms/backend-forms.ts',
  ].flatMap((file) =>
    [
      ...readFileSync(new URL(file, import.meta.url), 'utf8').matchAll(
        /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|'ANNOUNCEMENT'|\bANNOUNCEMENT\b/g,
      ),
    ].map(([key]) => key.replaceAll("'", '')),
  ),
);
const settings: [string, SettingDefinition][] = Object.entries(SETTINGS);

test('pages offer what the server lets people change, and nothing else', () => {
  const changeable = settings.filter(([, { fixed, category }]) => !fixed && category !== 'system').map(([key]) => key);
  expect(changeable.filter((key) => !drawn.has(key))).toEqual([]);
  const known = new Map(settings);
  const offered = [...drawn].filter((key) => known.has(key));
  expect(offered.filter((key) => known.get(key)?.fixed || known.get(key)?.category === 'system')).toEqual([]);
});
