import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { useAuth } from '../../session/auth.tsx';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';
import { CommandInput } from './CommandEditor.tsx';
import { CommandCell } from './run-cells.tsx';

const { adhoc } = RESOURCES;
const LIST = '/workbench/ops/templates';

/** Commands that one keeps, and those that others share (docs/behaviour/workbench.md#templates). */
export function Templates() {
  const { t } = useTranslation(['features', 'jobs']);
  const { profile } = useAuth();
  const isOwn = (row: Row) => row.creator === profile.id;
  return (
    <Page title={t('noun:adhoc.title')}>
      <ResourceList
        definition={{
          resource: adhoc,
          exclude: ['creator'],
          defaults: ['name', 'module', 'args', 'is_shared', 'comment', 'date_created'],
          min: ['name'],
          facts: ['module', 'args'],
          cells: {
            name: { width: 180 },
            module: { width: 120 },
            args: { width: 280, sortable: false, render: (row) => <CommandCell value={row.args} /> },
            is_shared: { Cell: WhenTrue, width: 90 },
          },
          // Others' are used, and changed by whoever keeps them.
          update: isOwn,
          delete: isOwn,
          canSelect: isOwn,
          clone: true,
          transfer: false,
          empty: t('jobs:kept.empty'),
        }}
      />
    </Page>
  );
}

/** Create, change or copy a kept command. */
export function TemplateForm() {
  const { t } = useTranslation('jobs');
  return (
    <FormPage
      resource={adhoc}
      listTo={LIST}
      groups={[{ title: t('form.basic'), fields: ['name', 'module', 'args', 'is_shared', 'comment'] }]}
      initial={{ module: 'shell', args: '' }}
      fields={{ args: { Input: CommandInput, props: (values) => ({ module: values.module }) } }}
      next={() => LIST}
    />
  );
}

/** One kept command. */
export function TemplateDetail() {
  return (
    <DetailPage
      resource={adhoc}
      listTo={LIST}
      readOnly
      basic={{ exclude: ['creator'], cells: { args: (row) => <CommandCell value={row.args} /> } }}
    />
  );
}
