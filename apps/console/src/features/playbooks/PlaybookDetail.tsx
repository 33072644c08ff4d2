import { addressOf } from '@postern/client/api';
import { StatusTag } from '@postern/ui';
import { Download, GitBranch, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { onDemand } from '../../data/on-demand.tsx';
import { saveFile } from '../../data/save-file.ts';
import { choiceValue } from '../../model/metadata.ts';
import { type Row, right, titleOf } from '../../model/resource.ts';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { client, http } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { startTask } from '../tasks/start-task.ts';
import { GitNotice } from './GitNotice.tsx';
import { PLAYBOOKS } from './tabs.ts';
import { useDeletePlaybooks } from './useDeletePlaybooks.tsx';

const Workspace = onDemand(() => import('./Workspace.tsx').then((module) => module.Workspace));

const { playbook } = RESOURCES;
const FACTS = ['id', 'name', 'create_method', 'is_shared', 'date_created', 'date_updated', 'comment'];
const GIT_FACTS = ['vcs_url', 'vcs_ref', 'vcs_username', 'vcs_commit', 'date_synced'];

/** Wherever the page is open, what an update brings shows once it is there: a new playbook opens at its files. */
const noticeOf = (row: Row) => row.task_id !== null && <GitNotice key={String(row.task_id)} task={String(row.task_id)} />;

async function download(row: Row): Promise<void> {
  const { blob, filename } = await http.download(addressOf('playbooks', 'download', String(row.id)));
  saveFile(filename || `${titleOf(row)}.zip`, blob);
}

/** One playbook: its facts, its files, what happened to it (docs/behaviour/workbench.md#templates). */
export function PlaybookDetail() {
  const { t } = useTranslation(['playbooks', 'screens']);
  const { can, profile } = useAuth();
  const { isRoot } = useOrg();
  const { inRoot, unless } = useRefusals();
  const navigate = useNavigate();
  const { remove, dialog } = useDeletePlaybooks();
  const isOwn = (row: Row) => row.creator === profile.id;
  const isGit = (row: Row) => choiceValue(row.create_method) === 'vcs';
  return (
    <DetailPage
      resource={playbook}
      listTo={PLAYBOOKS}
      update={(row) => unless(isOwn(row), 'refused:others')}
      delete={(row) => unless(isOwn(row), 'refused:others')}
      remove={(row) => remove([row])}
      facts={(row) => (
        <>
          {isGit(row) && <span>{t('detail.git')}</span>}
          {row.is_shared === true && <StatusTag tone="info">{t('detail.shared')}</StatusTag>}
        </>
      )}
      basic={{
        fields: (row) => (isGit(row) ? [...FACTS.slice(0, 3), ...GIT_FACTS, ...FACTS.slice(3)] : FACTS),
        above: noticeOf,
        actions: (row) => [
          {
            id: 'job',
            title: t('detail.job'),
            verb: t('detail.createJob'),
            icon: <Play size={14} />,
            shown: can(right(RESOURCES.job, 'add')),
            refused: inRoot,
            run: () => navigate(`${RESOURCES.job.path}/create?type=playbook&playbook=${row.id}`),
          },
          {
            id: 'sync',
            title: t('git.update'),
            help: t('git.updateText'),
            verb: t('git.verb'),
            icon: <GitBranch size={14} />,
            shown: isGit(row) && isOwn(row) && can(right(playbook, 'change')),
            refused: inRoot,
            run: () => startTask(client.playbooks.sync(String(row.id)).then(({ task_id }) => ({ task: task_id }))),
            question: { title: t('git.title'), text: t('git.replaces'), verb: t('git.verb') },
          },
          {
            id: 'download',
            title: t('detail.archive'),
            verb: t('detail.download'),
            icon: <Download size={14} />,
            run: () => download(row),
          },
        ],
      }}
      tabs={(row) => [
        {
          name: 'Workspace',
          title: t('detail.workspace'),
          permissions: [right(playbook, 'change')],
          render: () => (
            <div className="s-stack">
              {noticeOf(row)}
              <Workspace
                key={row.id}
                playbook={String(row.id)}
                version={`${row.vcs_commit} ${row.date_synced}`}
                readOnly={isRoot || !isOwn(row)}
                isGit={isGit(row)}
              />
            </div>
          ),
        },
      ]}
    >
      {dialog}
    </DetailPage>
  );
}
