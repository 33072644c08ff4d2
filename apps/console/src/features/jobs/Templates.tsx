import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { FormPage } from '../../screens/page/FormPage.tsx';
import { TabbedPage } from '../../screens/page/TabbedPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { useUnless } from '../../session/useRefusals.ts';
import { PlaybookList } from '../playbooks/PlaybookList.tsx';
import { COMMANDS, TEMPLATE_TABS } from '../playbooks/tabs.ts';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';
import { CommandInput } from './CommandEditor.tsx';
import { CommandCell } from './run-cells.tsx';

const { adhoc } = RESOURCES;

/** What jobs are made from: commands that are kept, and playbooks (docs/behaviour/workbench.md#templates). */
export function Templates() {
  const { t } = useTranslation(['noun', 'jobs']);
  return (
    <TabbedPage
      title={t('noun:adhoc.title')}
      initial={TEMPLATE_TABS.commands}
      tabs={[
        { name: TEMPLATE_TABS.commands, title: t('jobs:kept.tab'), permissions: ['ops.view_adhoc'], render: () => <KeptList /> },
        {
          name: TEMPLATE_TABS.playbooks,
          title: t('noun:playbook.title'),
          permissions: ['ops.view_playbook'],
          render: () => <PlaybookList />,
        },
      ]}
    />
  );
}

/** Others' commands are used, and changed by whoever keeps them. */
function useOwnOnly() {
  const { profile } = useAuth();
  const unless = useUnless();
  const isOwn = (row: Row) => row.creator === profile.id;
  return { isOwn, refusal: (row: Row) => unless(isOwn(row), 'refused:others') };
}

/** Commands that one keeps, and those that others share. */
function KeptList() {
  const { t } = useTranslation(['features', 'jobs']);
  const { isOwn, refusal } = useOwnOnly();
  return (
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
        update: refusal,
        delete: refusal,
        canSelect: isOwn,
        clone: true,
        transfer: false,
        empty: t('jobs:kept.empty'),
      }}
    />
  );
}

/** Create, change or copy a kept command. */
export function TemplateForm() {
  const { t } = useTranslation('jobs');
  return (
    <FormPage
      resource={adhoc}
      listTo={COMMANDS}
      groups={[{ title: t('form.basic'), fields: ['name', 'module', 'args', 'is_shared', 'comment'] }]}
      initial={{ module: 'shell', args: '' }}
      fields={{ args: { Input: CommandInput, props: (values) => ({ module: values.module }) } }}
      next={() => COMMANDS}
    />
  );
}

/** One kept command. */
export function TemplateDetail() {
  const { refusal } = useOwnOnly();
  return (
    <DetailPage
      resource={adhoc}
      listTo={COMMANDS}
      update={refusal}
      delete={refusal}
      activity={false}
      basic={{ exclude: ['creator'], cells: { args: (row) => <CommandCell value={row.args} /> } }}
    />
  );
}
