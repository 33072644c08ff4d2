import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata } from '../../test/metadata.ts';
import { SettingEffects } from './SettingEffects.tsx';
import { SettingForm } from './SettingForm.tsx';

test('what would be saved is asked about, and what it does to people stands under the form', async () => {
  const bodies: unknown[] = [];
  serve({
    'POST settings/effects/': ({ body }) => {
      bodies.push(body);
      return { effects: [{ key: 'SECURITY_MFA_AUTH', level: 'warning', message: '12 of 40 people have no second factor.' }] };
    },
  });
  await draw(
    <SettingEffects category="security" keys={['SECURITY_MFA_AUTH']} values={{ SECURITY_MFA_AUTH: 1, SECURITY_SESSION_SHARE: true }} />,
  );
  expect(await screen.findByText('12 of 40 people have no second factor.')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('Once this is saved');
  expect(bodies).toEqual([{ SECURITY_MFA_AUTH: 1 }]);
});

test('where it does nothing to anybody, nothing stands there', async () => {
  let asked = 0;
  serve({
    'POST settings/effects/': () => {
      asked += 1;
      return { effects: [] };
    },
  });
  await draw(<SettingEffects category="clean" keys={['LOGIN_LOG_KEEP_DAYS']} values={{ LOGIN_LOG_KEEP_DAYS: 200 }} />);
  await waitFor(() => expect(asked).toBe(1));
  expect(screen.queryByRole('status')).toBeNull();
});

test('a form asks what it would do once one of its switches is another, and not before', async () => {
  const bodies: unknown[] = [];
  serve({
    'OPTIONS settings/setting/': metadata({ AUTH_RADIUS: field('boolean', 'RADIUS') }),
    'GET settings/setting/': { AUTH_RADIUS: true },
    'POST settings/effects/': ({ body }) => {
      bodies.push(body);
      return { effects: [{ key: 'AUTH_RADIUS', level: 'warning', message: '7 people log in by it alone.' }] };
    },
  });
  updateSession({
    profile: { id: '1', username: 'ann', perms: ['settings.change_auth'] } as unknown as Profile,
    settings: {},
    org: { id: '4', name: 'SystemSetting' } as Organisation,
    pseudoOrg: undefined,
  });
  await draw(<SettingForm category="radius" groups={[{ title: 'Servers', fields: ['AUTH_RADIUS'] }]} />);
  const radius = await screen.findByRole('switch', { name: 'RADIUS' });
  expect(bodies).toEqual([]);
  await userEvent.click(radius);
  expect(await screen.findByText('7 people log in by it alone.')).toBeVisible();
  expect(bodies).toEqual([{ AUTH_RADIUS: false }]);
});
