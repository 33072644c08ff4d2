import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Organisation, Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { field, metadata, page } from '../../test/metadata.ts';
import { ComponentDetail } from '../components/ComponentPages.tsx';
import { TerminalSettings } from '../settings/TerminalSettings.tsx';
import { EndpointForm } from './EndpointForms.tsx';

const signIn = (...perms: string[]) =>
  updateSession({
    profile: { id: '1', username: 'ann', perms } as unknown as Profile,
    org: { id: '4', name: 'SystemSetting' } as Organisation,
    pseudoOrg: undefined,
  });

const FIELDS = { name: field('string', 'Name', { required: true }), host: field('string', 'Host'), ssh_port: field('integer', 'SSH') };
const DEFAULT = { id: '00000000-0000-0000-0000-000000000001', name: 'Default', host: '', ssh_port: 2222 };
const BRANCH = { id: 'e2', name: 'Branch', host: 'gate.example', ssh_port: 22 };

test('endpoints and their rules are tabs of the terminal settings; the Default endpoint stays', async () => {
  signIn('terminal.view_endpoint', 'terminal.change_endpoint', 'terminal.delete_endpoint', 'terminal.view_endpointrule');
  serve({
    'OPTIONS terminal/endpoints/': metadata(FIELDS),
    'GET terminal/endpoints/': page(DEFAULT, BRANCH),
    'OPTIONS terminal/endpoint-rules/': metadata({ name: field('string', 'Name'), ip_group: field('list', 'Target addresses') }),
    'GET terminal/endpoint-rules/': page({ id: 'r1', name: 'Branch network', ip_group: ['10.2.0.0/16'] }),
  });
  const { user } = await draw(<TerminalSettings />);
  await user.click(await screen.findByRole('tab', { name: 'Endpoints' }));
  const row = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement;
  const canDelete = async (name: string) => {
    await user.click(within(await row(name)).getByRole('button', { name: /More actions/ }));
    const item = await screen.findByRole('menuitem', { name: 'Delete' });
    const may = item.getAttribute('aria-disabled') !== 'true';
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull());
    return may;
  };
  // A port is no amount.
  expect(within(await row('Default')).getByText('2222')).toBeVisible();
  expect([await canDelete('Default'), await canDelete('Branch')]).toEqual([false, true]);
  await user.click(screen.getByRole('tab', { name: 'Endpoint rules' }));
  expect(await screen.findByText('10.2.0.0/16')).toBeVisible();
});

test('an endpoint is saved from its form, and the host of the Default one is not to be given', async () => {
  signIn('terminal.view_endpoint', 'terminal.change_endpoint');
  const asked = serve({
    'OPTIONS terminal/endpoints/': metadata(FIELDS),
    'OPTIONS terminal/endpoints/e2/': metadata(FIELDS),
    [`OPTIONS terminal/endpoints/${DEFAULT.id}/`]: metadata(FIELDS),
    [`GET terminal/endpoints/${DEFAULT.id}/`]: DEFAULT,
    'GET terminal/endpoints/e2/': BRANCH,
    'PUT terminal/endpoints/e2/': BRANCH,
  });
  const form = (id: string) =>
    draw(
      <Routes>
        <Route path="/e/:id" element={<EndpointForm />} />
        <Route path="*" element="saved" />
      </Routes>,
      { at: `/e/${id}` },
    );
  const first = await form(DEFAULT.id);
  expect(await screen.findByLabelText('Host')).toBeDisabled();
  first.unmount();
  const { user, router } = await form('e2');
  const port = await screen.findByLabelText('SSH');
  await user.clear(port);
  await user.type(port, '2022');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe('/settings/terminal?activeTab=EndpointList'),
  );
  expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ name: 'Branch', host: 'gate.example', ssh_port: 2022 });
});

test('the page of a component says how it fares', async () => {
  signIn('terminal.view_terminal');
  const fields = {
    name: field('string', 'Name'),
    version: field('string', 'Version'),
    load: field('labeled_choice', 'Load'),
    stat: field('nested object', 'Status'),
  };
  serve({
    'OPTIONS terminal/terminals/t1/': metadata(fields),
    'OPTIONS terminal/terminals/': metadata(fields),
    'GET terminal/terminals/t1/': {
      ...{ id: 't1', name: 'quay', version: 'v3.5.2', load: { value: 'high', label: 'High' } },
      stat: { cpu_load: 6.5, memory_used: 40, disk_used: 71.2 },
    },
  });
  await draw(
    <Routes>
      <Route path="/t/:id" element={<ComponentDetail />} />
    </Routes>,
    { at: '/t/t1' },
  );
  expect(await screen.findByText('Processor load 6.5 · Memory 40% · Disk 71.2%')).toBeVisible();
  expect(screen.getAllByText('High').length).toBeGreaterThan(0);
  expect(screen.getByText('v3.5.2')).toBeVisible();
});
