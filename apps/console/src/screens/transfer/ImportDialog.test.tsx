import type { ImportPortion } from '@postern/contract/transfer';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Asked, serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { ImportDialog } from './ImportDialog.tsx';

beforeAll(() => {
  URL.createObjectURL ??= () => 'blob:test';
  URL.revokeObjectURL ??= () => undefined;
});
// The sheet draws what is in sight; without layout nothing would be.
beforeAll(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
});

const SOURCE = 'c'.repeat(64);
const rendered = {
  source: SOURCE,
  title: [
    ['*Name', 'name'],
    ['Secret', 'secret'],
  ],
  data: [
    { name: 'web-1', secret: 'x:y' },
    { name: 'bad', secret: 'x:y' },
    { name: '007', secret: 'x:y' },
  ],
  format: 'csv',
  columns: [
    { title: '*Name', field: 'name', samples: ['web-1', 'bad'] },
    { title: 'Secret', field: 'secret', samples: [] },
  ],
  fields: [
    ['*Name', 'name'],
    ['Secret', 'secret'],
    ['Comment', 'comment'],
  ],
  ignored: [],
  unread: [],
  missed: 0,
};
/** A server on which the name `bad` cannot be had. */
const rowsOf = (asked: Asked) => (asked.body as ImportPortion).rows;
const answer = (asked: Asked) => {
  const { dry_run } = asked.body as ImportPortion;
  const results = rowsOf(asked).map(({ n, values }) => {
    if (values.name === 'bad') return { n, status: 'error', errors: { name: ['This name is taken.'] } };
    return dry_run ? { n, status: 'checked' } : { n, status: 'ok', id: `id-${n}` };
  });
  return { results };
};
const answers = { 'POST assets/hosts/render-to-json/': rendered, 'POST assets/hosts/import-rows/': answer };

async function open(onClose = vi.fn(), selected: string[] = []) {
  const view = await draw(
    <ImportDialog
      url="assets/hosts/"
      nouns="hosts"
      modes={['create', 'update']}
      selected={selected}
      hint={undefined}
      foreign={undefined}
      onClose={onClose}
    />,
  );
  const choose = (file: File) => view.user.upload(document.querySelector('input[type=file]') as HTMLInputElement, file);
  return { ...view, choose, onClose };
}
const csv = (name = 'hosts.csv') => new File(['name\nweb-1\n'], name, { type: 'text/csv' });

test('a file of another type, an empty one and one of 31 MB are not even sent', async () => {
  const asked = serve(answers);
  const { choose, user } = await open();
  const input = () => document.querySelector('input[type=file]') as HTMLInputElement;
  input().removeAttribute('accept');
  await user.upload(input(), new File(['%PDF'], 'hosts.pdf'));
  expect(await screen.findByText(/neither a CSV nor an XLSX/)).toBeInTheDocument();
  await choose(new File([], 'hosts.csv'));
  expect(await screen.findByText('This file is empty.')).toBeInTheDocument();
  const large = csv();
  Object.defineProperty(large, 'size', { value: 31 * 1024 * 1024 });
  await choose(large);
  expect(await screen.findByText(/This file has 31 MB/)).toBeInTheDocument();
  expect(asked).toEqual([]);
});

test('a file of 30 MB is one too large; one byte less is read', async () => {
  const asked = serve(answers);
  const { choose } = await open();
  const sized = (size: number) => Object.defineProperty(csv(), 'size', { value: size });
  await choose(sized(30 * 1024 * 1024));
  expect(await screen.findByText(/This file has 30 MB/)).toBeInTheDocument();
  expect(asked).toEqual([]);
  await choose(sized(30 * 1024 * 1024 - 1));
  expect(await screen.findByText(/1 row cannot be imported/)).toBeInTheDocument();
});

test('the status of a row is 80 px wide, a column 100 to 180', async () => {
  const data = [{ name: 'x'.repeat(200), secret: 'y'.repeat(200) }];
  serve({ ...answers, 'POST assets/hosts/render-to-json/': { ...rendered, data } });
  const { choose } = await open();
  await choose(csv());
  await screen.findByRole('button', { name: 'Import 1 row' });
  const widths = [...document.querySelectorAll('.s-import-table col')].map((column) => (column as HTMLElement).style.width);
  expect(widths).toEqual(['80px', '180px', '100px']);
});

test('the limit stands where the file is dropped', async () => {
  await open();
  const place = within(document.querySelector('.ant-upload-drag') as HTMLElement);
  expect(place.getByText(/30 MB/)).toBeInTheDocument();
});

test('all rows of a file scroll in one sheet, of which only what is in sight is drawn', async () => {
  const data = Array.from({ length: 4_000 }, (_, at) => ({ name: `web-${at}`, secret: 'x:y' }));
  serve({ ...answers, 'POST assets/hosts/render-to-json/': { ...rendered, data } });
  const { choose } = await open();
  await choose(csv());
  await screen.findByRole('button', { name: 'Import 4,000 rows' });
  const sheet = screen.getByRole('region', { name: 'Rows of the file' });
  expect(within(sheet).getByRole('table')).toHaveAttribute('aria-rowcount', '4001');
  const drawn = within(sheet).getAllByRole('row').length;
  expect(drawn).toBeGreaterThan(10);
  expect(drawn).toBeLessThan(100);
});

test('one file is taken at a time', async () => {
  await open();
  expect((document.querySelector('input[type=file]') as HTMLInputElement).multiple).toBe(false);
});

test('a template is for new rows, for those that are ticked, or for one', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => saved.mockRestore());
  const asked = serve({ ...answers, 'GET assets/hosts/': {}, 'POST common/resources/cache/': { spm: 'set-1' } });
  const { user, unmount } = await open();
  const queries = () => asked.filter(({ method }) => method === 'GET').map(({ query }) => Object.fromEntries(query));
  await user.click(screen.getByRole('button', { name: /^CSV$/ }));
  await user.click(screen.getByRole('radio', { name: /Update/ }));
  await user.click(screen.getByRole('button', { name: 'Excel (XLSX)' }));
  await waitFor(() => expect(queries()).toHaveLength(2));
  unmount();
  const ticked = await open(vi.fn(), ['a', 'b']);
  await ticked.user.click(screen.getByRole('radio', { name: /Update/ }));
  await ticked.user.click(screen.getByRole('button', { name: /^CSV$/ }));
  await waitFor(() =>
    expect(queries()).toEqual([
      { format: 'csv', template: 'import', limit: '1' },
      { format: 'xlsx', template: 'update', limit: '1' },
      { format: 'csv', template: 'update', spm: 'set-1' },
    ]),
  );
});

test('failed rows can be had as a file, with the reason and without secrets', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:test';
  });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  onTestFinished(() => saved.mockRestore());
  serve(answers);
  const { choose, user } = await open();
  await choose(csv());
  await user.click(await screen.findByRole('button', { name: 'Download 1 failed row' }));
  const text = await files[0]?.text();
  expect(text).toContain('bad');
  expect(text).toContain('This name is taken.');
  expect(text).not.toContain('x:y');
  expect(text).not.toContain('007');
});

test('what the server says of a file it cannot read stands under the drop zone', async () => {
  serve({
    ...answers,
    'POST assets/hosts/render-to-json/': { status: 400, body: { code: 'parse_error', detail: 'The file cannot be read.' } },
  });
  const { choose } = await open();
  await choose(csv());
  expect(await screen.findByText('The file cannot be read.')).toBeInTheDocument();
});

test('rows are checked before anything is written, corrected in place, and imported', async () => {
  const asked = serve(answers);
  const { choose, user, onClose } = await open();
  await choose(csv());
  expect(await screen.findByText(/1 row cannot be imported/)).toBeInTheDocument();
  const portions = () => asked.filter(({ path }) => path.endsWith('import-rows/')).map(({ body }) => body as ImportPortion);
  expect(portions().map(({ dry_run, mode, source }) => ({ dry_run, mode, source }))).toEqual([
    { dry_run: true, mode: 'create', source: SOURCE },
  ]);

  // Secrets stay hidden; the problem names the column by its label.
  expect(document.body.textContent).not.toContain('x:y');
  expect(await screen.findByRole('button', { name: 'Row 2: Name: This name is taken.' })).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Name, row 2: bad' }));
  await user.clear(screen.getByRole('textbox', { name: 'Name, row 2' }));
  await user.type(screen.getByRole('textbox', { name: 'Name, row 2' }), 'good{Enter}');
  await user.click(screen.getByRole('button', { name: 'Import 3 rows' }));
  expect(await screen.findByText('3 rows imported.')).toBeInTheDocument();
  const last = portions().at(-1);
  expect(last?.dry_run).toBe(false);
  expect(last?.rows).toEqual([
    { n: 1, values: { name: 'web-1', secret: 'x:y' } },
    { n: 2, values: { name: 'good', secret: 'x:y' } },
    { n: 3, values: { name: '007', secret: 'x:y' } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Finished' }));
  expect(onClose).toHaveBeenCalledWith(true);
});

test('a request that fails stops the import, says why, and Continue goes on', async () => {
  let broken = true;
  serve({
    ...answers,
    'POST assets/hosts/import-rows/': (asked) => {
      if ((asked.body as ImportPortion).dry_run || !broken) return answer(asked);
      return { status: 503, body: { detail: 'Gone for a moment.' } };
    },
  });
  const { choose, user } = await open();
  await choose(csv());
  await user.click(await screen.findByRole('button', { name: 'Import 2 rows' }));
  expect(await screen.findByText('Gone for a moment.')).toBeInTheDocument();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Continue with 2 rows' }));
  expect(await screen.findByText('1 row failed. Correct it and continue, or download it.')).toBeInTheDocument();
  const shown = screen.getByRole('region', { name: 'Rows of the file' });
  await user.click(screen.getByText('Failed 1'));
  await waitFor(() => expect(within(shown).getAllByRole('row')).toHaveLength(2));
  expect(within(shown).getByRole('button', { name: 'Row 2: Name: This name is taken.' })).toBeInTheDocument();
});

test('the dialog asks before a running import is left', async () => {
  serve({
    ...answers,
    'POST assets/hosts/import-rows/': (asked) => ((asked.body as ImportPortion).dry_run ? answer(asked) : new Promise(() => undefined)),
  });
  const { choose, user, onClose } = await open();
  await choose(csv());
  await user.click(await screen.findByRole('button', { name: 'Import 2 rows' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText(/Rows that were imported stay/)).toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Stop and leave' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});
