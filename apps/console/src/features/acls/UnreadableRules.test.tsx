import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { UnreadableRules } from './UnreadableRules.tsx';

const found = [
  { resource: 'commandgroup', id: 'g', name: 'Delicate', problem: 'no looking ahead' },
  { resource: 'loginacl', id: 'l', name: 'Nights', problem: 'no reference back' },
];

test('rules that cannot be read are named above their list, with the reason and the way to correct them', async () => {
  serve({ 'GET acls/unreadable-rules/': found });
  await draw(<UnreadableRules kinds={['commandAcl', 'commandGroup']} />);
  expect(await screen.findByText('One rule cannot be read and fails closed')).toBeVisible();
  const link = screen.getByRole('link', { name: 'Delicate' });
  expect(link).toHaveAttribute('href', '/console/perms/cmd-groups/g/update');
  expect(link.closest('li')).toHaveTextContent('Delicate: no looking ahead');
  expect(screen.queryByText('Nights')).toBeNull();
});

test('nothing is said where there are none', async () => {
  const asked = serve({ 'GET acls/unreadable-rules/': [] });
  const { container } = await draw(<UnreadableRules kinds={['loginAcl']} />);
  await expect.poll(() => asked.length).toBe(1);
  expect(container).toBeEmptyDOMElement();
});
