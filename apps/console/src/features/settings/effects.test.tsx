import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { SettingEffects } from './SettingEffects.tsx';

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
