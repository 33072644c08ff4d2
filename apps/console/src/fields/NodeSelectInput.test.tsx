import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { NodeSelectInput } from './TreeSelectInput.tsx';

const info = { type: 'm2m_related_field', label: 'Nodes', required: false, read_only: false, write_only: false } as const;
const node = (id: string, key: string, name: string) => ({
  id: key,
  name,
  title: name,
  pId: '',
  isParent: false,
  open: false,
  meta: { type: 'node', data: { id, key, value: name } },
});

test('a node is called by the name it came with, else by that in the tree without its count, else by its id', async () => {
  serve({ 'GET assets/nodes/children/tree/': [node('n2', '1', 'Default (12)')] });
  await draw(<NodeSelectInput info={info} value={[{ id: 'n1', name: '/Default/Quay' }, 'n2', 'n3']} onChange={() => undefined} />);
  expect(await screen.findByTitle('Default')).toBeInTheDocument();
  const shown = [...document.querySelectorAll('.ant-select-selection-item')].map((one) => one.textContent).toSorted();
  expect(shown).toEqual(['/Default/Quay', 'Default', 'n3']);
});
