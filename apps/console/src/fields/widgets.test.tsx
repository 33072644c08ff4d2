import type { FieldInfo } from '@postern/contract/metadata';
import { screen, waitFor, within } from '@testing-library/react';
import { Form } from 'antd';
import { expect, test, vi } from 'vitest';
import { FormField } from '../screens/form/FormField.tsx';
import type { FieldSpec } from '../screens/form/form-definition.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { WIDGETS, type WidgetName } from './widgets.ts';

// Every input, by type of metadata and by name, in the states a form brings it into. What each does beyond that stands in tests of
// its own.

interface Case {
  type: FieldInfo['type'];
  widget?: WidgetName;
  info?: Partial<FieldInfo>;
  props?: Record<string, unknown>;
  filled: unknown;
  /** What of the value can be seen or read out. */
  shows?: string | RegExp;
  /** Words that stand where the value is when it may only be read. */
  reads?: string | RegExp;
}

const choices = (count: number) => Array.from({ length: count }, (_, at) => ({ value: `c${at}`, label: `Choice ${at}` }));
const tree = [{ value: 'all', label: 'All', children: [{ value: 'leaf', label: 'Leaf (of a tree)' }] }];
const below: Record<string, FieldInfo> = {
  host: { type: 'string', required: true, read_only: false, write_only: false, label: 'Host', max_length: 64 },
};
const long = 'x'.repeat(4000);
const group = { id: 'b3a1c2d4-0000-4000-8000-000000000001', name: 'Harbour' };

const CASES: Readonly<Record<string, Case>> = {
  string: { type: 'string', info: { max_length: 128 }, filled: 'some text', shows: 'some text', reads: 'some text' },
  'string without length': { type: 'string', filled: long, shows: long, reads: long },
  'string that is only written': { type: 'string', info: { write_only: true }, filled: 'hidden-one', reads: '******' },
  email: { type: 'email', info: { max_length: 128 }, filled: 'a@b.c', shows: 'a@b.c' },
  url: { type: 'url', info: { max_length: 128 }, filled: 'https://a.b', shows: 'https://a.b' },
  integer: { type: 'integer', filled: 42, shows: '42', reads: '42' },
  float: { type: 'float', filled: 1.5, shows: '1.5' },
  boolean: { type: 'boolean', filled: true, reads: 'Yes' },
  'choice of few': { type: 'labeled_choice', info: { choices: choices(3) }, filled: 'c1', shows: 'Choice 1', reads: 'Choice 1' },
  'choice of many': { type: 'choice', info: { choices: choices(9) }, filled: 'c1', shows: 'Choice 1', reads: 'Choice 1' },
  'multiple choice': {
    type: 'multiple choice',
    info: { choices: choices(3) },
    filled: ['c0', 'c1'],
    shows: 'Choice 1',
    reads: 'Choice 0, Choice 1',
  },
  tree: { type: 'tree', info: { tree }, filled: ['leaf'], shows: 'Leaf', reads: 'Leaf (of a tree)' },
  datetime: { type: 'datetime', filled: '2026-11-20T01:05:00Z', shows: /2026-11-20/, reads: /2026/ },
  date: { type: 'date', filled: '2026-11-20', shows: '2026-11-20', reads: '2026-11-20' },
  list: { type: 'list', filled: ['one', long], shows: 'one', reads: `one, ${long}` },
  'list of objects': { type: 'list', info: { child: { type: 'nested object', children: below } }, filled: [{ host: 'db1' }], shows: 'db1' },
  'nested object': { type: 'nested object', info: { children: below }, filled: { host: 'db1' }, shows: 'db1' },
  json: { type: 'json', filled: { a: 1 }, shows: /"a"/ },
  'file upload': { type: 'file upload', filled: '/media/applets/office.zip', shows: 'office.zip' },
  'image upload': { type: 'image upload', filled: '/media/logo.png', shows: /Preview of/ },
  object_related_field: { type: 'object_related_field', info: { url: 'users/groups/' }, filled: group, shows: 'Harbour', reads: 'Harbour' },
  m2m_related_field: { type: 'm2m_related_field', info: { url: 'users/groups/' }, filled: [group], shows: 'Harbour', reads: 'Harbour' },
  'field with text': { type: 'field', info: { max_length: 9 }, filled: 'text', shows: 'text', reads: 'text' },
  'widget password': { type: 'string', widget: 'password', filled: 'Secret-1', shows: 'Secret-1' },
  'widget secret': { type: 'string', widget: 'secret', filled: 'Secret-1', shows: 'Secret-1' },
  'widget secretText': { type: 'string', widget: 'secretText', filled: 'KEY', shows: 'KEY' },
  'widget keyFile': { type: 'string', widget: 'keyFile', props: { fingerprint: 'SHA256:abc' }, filled: 'KEY', shows: 'SHA256:abc' },
  'widget file': { type: 'field', widget: 'file', filled: '/a/b.zip', shows: 'b.zip' },
  'widget image': { type: 'field', widget: 'image', filled: '/a/b.png', shows: /Preview of/ },
  'widget phone': { type: 'string', widget: 'phone', filled: { code: '+81', phone: '312' }, shows: '312', reads: '+81 312' },
  'widget date': { type: 'string', widget: 'date', filled: '2026-11-20', shows: '2026-11-20' },
  'widget dateRange': { type: 'field', widget: 'dateRange', filled: ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'], shows: /2026-11-2/ },
  'widget cron': { type: 'string', widget: 'cron', info: { max_length: 64 }, filled: '0 3 * * 1', shows: '0 3 * * 1' },
  'widget interval': { type: 'integer', widget: 'interval', filled: 24, shows: '24' },
  'widget weekTime': { type: 'json', widget: 'weekTime', filled: [{ id: 1, value: '09:00~12:00' }], shows: '09:00–12:00' },
  'widget json': { type: 'json', widget: 'json', filled: { a: 1 }, shows: /"a"/ },
  'widget object': { type: 'object_related_field', widget: 'object', info: { url: 'users/groups/' }, filled: group, shows: 'Harbour' },
  'widget newLabels': { type: 'm2m_related_field', widget: 'newLabels', filled: [{ name: 'os:linux' }], shows: 'os:linux' },
  'widget tree': { type: 'tree', widget: 'tree', info: { tree }, filled: 'leaf', shows: 'Leaf (of a tree)' },
  'widget nodes': { type: 'm2m_related_field', widget: 'nodes', filled: [{ id: 'n1', name: 'Berlin' }], shows: 'Berlin' },
  'widget cascader': { type: 'tree', widget: 'cascader', info: { tree }, filled: 'leaf', shows: 'All / Leaf (of a tree)' },
  'widget transfer': { type: 'm2m_related_field', widget: 'transfer', info: { url: 'users/groups/' }, filled: [group], shows: 'Harbour' },
  'widget tags': { type: 'list', widget: 'tags', filled: ['one'], shows: 'one' },
  'widget labels': { type: 'list', widget: 'labels', filled: ['os:linux'], shows: 'os:linux' },
  'widget ipGroup': { type: 'list', widget: 'ipGroup', filled: ['10.0.0.0/8'], shows: '10.0.0.0/8' },
  'widget protocols': { type: 'list', widget: 'protocols', filled: [{ name: 'ssh', port: 22, primary: true }], shows: 'ssh' },
  'widget rows': { type: 'list', widget: 'rows', filled: ['one'], shows: 'one' },
  'widget many': { type: 'json', widget: 'many', props: { url: 'users/users/' }, filled: { type: 'all' }, shows: 'All' },
  'widget swap': { type: 'labeled_choice', widget: 'swap', info: { choices: choices(9) }, filled: 'c1', shows: 'Choice 1' },
};

const world = () =>
  serve({ 'GET users/groups/': { count: 1, results: [group] }, 'GET assets/nodes/children/tree/': [], 'GET assets/labels/': [] });

const infoOf = ({ type, info }: Case): FieldInfo => ({
  type,
  label: 'Field',
  required: false,
  read_only: false,
  write_only: false,
  ...info,
});

async function drawCase(one: Case, { spec, error, value }: { spec?: FieldSpec; error?: string; value?: unknown } = {}) {
  world();
  const onSubmit = vi.fn();
  const full: FieldSpec = { ...(one.widget ? { widget: one.widget } : {}), ...(one.props ? { props: one.props } : {}), ...spec };
  const view = await draw(
    <Form initialValues={{ field: value }} onFinish={onSubmit}>
      <FormField name="field" info={infoOf(one)} spec={full} updating={false} values={{}} error={error} />
      <button type="submit">Send</button>
    </Form>,
  );
  await screen.findByText('Field');
  // What loads on demand stands in its skeleton until then.
  await waitFor(() => expect(view.container.querySelector('.ant-skeleton')).toBeNull());
  return { ...view, onSubmit };
}

/** The value as a person can find it: as text, as what stands in a box, or as the name of a picture. */
function seen(container: HTMLElement, wanted: string | RegExp): boolean {
  const texts = [
    container.textContent ?? '',
    ...[...container.querySelectorAll('input, textarea')].map((box) => (box as HTMLInputElement).value),
    ...[...container.querySelectorAll('img')].map((picture) => picture.alt),
  ];
  return texts.some((text) => (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)));
}

test('every widget that can be asked for by name has a case', () => {
  const tested = Object.values(CASES).flatMap((one) => one.widget ?? []);
  expect(Object.keys(WIDGETS).filter((name) => !tested.includes(name as WidgetName))).toEqual([]);
});

for (const [name, one] of Object.entries(CASES)) {
  test(`${name}: empty, it refuses when it is required`, async () => {
    const { user, onSubmit } = await drawCase(one, { spec: { required: true } });
    await user.click(screen.getByText('Send'));
    expect(await screen.findByText('This field is required.')).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  test(`${name}: filled, it shows its value`, async () => {
    const { container } = await drawCase(one, { value: one.filled });
    if (one.shows) await waitFor(() => expect(seen(container, one.shows ?? '')).toBe(true));
  });

  test(`${name}: disabled, nothing in it can be operated`, async () => {
    const { container } = await drawCase(one, { value: one.filled, spec: { disabled: true } });
    const field = container.querySelector('.s-input') as HTMLElement;
    for (const control of field.querySelectorAll('input:not([type=file]), textarea, button, select')) {
      // The eye of a password only shows it; the operator of a list that is closed does nothing.
      if (control.closest('.ant-input-password-icon, .ant-input-suffix')) continue;
      expect(control, control.outerHTML.slice(0, 200)).toBeDisabled();
    }
  });

  test(`${name}: read only, it is words that can be copied`, async () => {
    const { container } = await drawCase(one, { value: one.filled, spec: { readOnly: true } });
    expect(container.querySelectorAll('.s-input input, .s-input textarea')).toHaveLength(0);
    if (one.reads) expect(seen(container, one.reads)).toBe(true);
    const secret = infoOf(one).write_only || ['password', 'secret', 'secretText', 'keyFile'].includes(one.widget ?? '');
    if (secret) expect(seen(container, String(one.filled))).toBe(false);
    else expect(within(container).getByRole('button', { name: 'Copy' })).toBeInTheDocument();
  });

  test(`${name}: refused by the server, it says so`, async () => {
    await drawCase(one, { value: one.filled, error: 'Not like this.' });
    expect(screen.getByText('Not like this.')).toBeVisible();
  });
}
