import type { ImportPortion, RenderedFile } from '@postern/contract/transfer';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { ImportDialog } from './ImportDialog.tsx';

/** A file of another program, of which the server understood what it could. */
const LISTED: RenderedFile = {
  source: 'c'.repeat(64),
  title: [['*Name', 'name']],
  data: [{ name: 'web-1' }, { name: 'bad' }, { name: 'web-3' }],
  format: 'ssh_config',
  columns: [
    { title: 'name', field: 'name', samples: ['web-1', 'bad'] },
    { title: 'Rack', field: null, samples: ['R7', 'R8'] },
    { title: 'Passwort', field: null, samples: [] },
  ],
  fields: [
    ['*Name', 'name'],
    ['Comment', 'comment'],
  ],
  ignored: ['Rack', 'Passwort', 'ProxyJump'],
  unread: [{ line: 6, text: 'Host web-*', reason: 'pattern' }],
  missed: 1,
};
/** The second row is refused. */
const ANSWERS = {
  'POST assets/hosts/render-to-json/': LISTED,
  'POST assets/hosts/import-rows/': ({ body }: Asked) => ({
    results: (body as ImportPortion).rows.map(({ n }) =>
      n === 2 ? { n, status: 'error', errors: { name: ['Taken.'] } } : { n, status: 'checked' },
    ),
  }),
};

async function open(foreign?: readonly string[]) {
  const view = await draw(
    <ImportDialog
      url="assets/hosts/"
      nouns="hosts"
      modes={['create']}
      selected={[]}
      hint={undefined}
      foreign={foreign}
      onClose={() => undefined}
    />,
  );
  return { ...view, choose: (file: File) => view.user.upload(document.querySelector('input[type=file]') as HTMLInputElement, file) };
}

test('what was understood of a file is shown, can be changed, and what is left out is listed', async () => {
  const asked = serve(ANSWERS);
  const { choose, user } = await open(['.config']);
  await choose(new File(['Host web-1'], 'config'));
  expect(await screen.findByText(/Read as ssh_config, 3 rows/)).toBeInTheDocument();
  const columns = within(screen.getByRole('list', { name: /Read as ssh_config/ }));
  expect(columns.getByText('R7, R8')).toBeInTheDocument();
  expect(screen.getByText('Left out: Rack, Passwort, ProxyJump')).toBeInTheDocument();
  await user.click(screen.getByText('1 line gave no row'));
  expect(screen.getByText(/Line 6/)).toHaveTextContent('Line 6: Host web-* A pattern, not a machine.');
  // Nothing is checked before the person has looked.
  expect(asked.map(({ path }) => path)).toEqual(['assets/hosts/render-to-json/']);

  await user.click(screen.getByRole('combobox', { name: 'Field of Rack' }));
  await user.click(await screen.findByText('Comment', { selector: '.ant-select-item-option-content' }));
  expect(screen.getByText('Left out: Passwort, ProxyJump')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Check the rows' }));
  expect(await screen.findByText(/1 row cannot be imported/)).toBeInTheDocument();
  const queries = asked.filter(({ path }) => path.endsWith('render-to-json/')).map(({ query }) => Object.fromEntries(query));
  expect(queries).toEqual([{ file_name: 'config' }, { file_name: 'config', columns: 'name,comment,' }]);
});

test('columns that are fine as they are need no second reading, and a file of another program is not taken everywhere', async () => {
  const asked = serve(ANSWERS);
  const first = await open(['.config']);
  await first.choose(new File(['Host web-1'], 'my.config'));
  await first.user.click(await screen.findByRole('button', { name: 'Check the rows' }));
  expect(await screen.findByText(/1 row cannot be imported/)).toBeInTheDocument();
  expect(asked.filter(({ path }) => path.endsWith('render-to-json/'))).toHaveLength(1);
  first.unmount();
  const other = await open();
  (document.querySelector('input[type=file]') as HTMLInputElement).removeAttribute('accept');
  await other.choose(new File(['Host web-1'], 'my.config'));
  expect(await screen.findByText(/neither a CSV nor an XLSX/)).toBeInTheDocument();
});

test('the columns of a file that was understood are a click away, and a change of them is checked again', async () => {
  const understood: RenderedFile = {
    ...LISTED,
    format: 'csv',
    columns: [
      { title: 'Name', field: 'name', samples: ['web-1'] },
      { title: 'Note', field: 'comment', samples: ['north'] },
    ],
    ignored: [],
    unread: [],
    missed: 0,
  };
  const asked = serve({ ...ANSWERS, 'POST assets/hosts/render-to-json/': understood });
  const { choose, user } = await open();
  await choose(new File(['Name,Note'], 'hosts.csv'));
  await screen.findByText(/1 row cannot be imported/);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  const columns = within(await screen.findByRole('list', { name: /Read as CSV/ }));
  expect(columns.getByText('north')).toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'Field of Note' }));
  await user.click(await screen.findByText('Leave out', { selector: '.ant-select-item-option-content' }));
  await user.click(screen.getByRole('button', { name: 'Check the rows' }));
  await screen.findByText(/1 row cannot be imported/);
  const paths = asked.map(({ path, query }) => `${path.split('/').at(-2)} ${query.get('columns') ?? ''}`.trim());
  expect(paths).toEqual(['render-to-json', 'import-rows', 'render-to-json name,', 'import-rows']);
});
