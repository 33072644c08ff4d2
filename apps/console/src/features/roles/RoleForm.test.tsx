import type { FieldInfo } from '@postern/contract/metadata';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { info } from '../../test/metadata.ts';
import { RoleForm } from './RoleForm.tsx';

const POST: Record<string, FieldInfo> = {
  name: info('Name', { required: true }),
  comment: info('Comment'),
  scope: info('Scope', { type: 'labeled_choice', required: true, choices: [{ value: 'org', label: 'Organisation' }] }),
};

beforeEach(() => updateSession({ profile: { perms: [] } as unknown as Profile, settings: { XPACK_LICENSE_IS_VALID: true } }));

test('a new role is of the kind of the tab it was opened from, without a question about it', async () => {
  const asked = serve({
    'OPTIONS rbac/org-roles/': { name: 'x', description: '', renders: [], parses: [], actions: { POST, GET: POST } },
    'POST rbac/org-roles/': { id: 'r1', name: 'Keepers' },
  });
  const { user } = await draw(<RoleForm />, { at: '/console/users/roles/create?scope=org' });
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Keepers');
  expect(screen.queryByText('Scope')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'Keepers', scope: 'org' });
});
