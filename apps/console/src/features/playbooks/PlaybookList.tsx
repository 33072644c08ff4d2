import { Button } from 'antd';
import { ChevronDown, FileUp, GitBranch, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { onDemand } from '../../data/on-demand.tsx';
import { type Row, right } from '../../model/resource.ts';
import { PopMenu } from '../../screens/list/PopMenu.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';
import { useDeletePlaybooks } from './useDeletePlaybooks.tsx';

const UploadDialog = onDemand(() => import('./UploadDialog.tsx').then((module) => module.UploadDialog));

const { playbook } = RESOURCES;

/** Playbooks of one's own, and those that others share (docs/behaviour/workbench.md#templates). */
export function PlaybookList() {
  const { t } = useTranslation(['playbooks', 'screens', 'features']);
  const { profile, can } = useAuth();
  const { without, unless } = useRefusals();
  const [uploading, setUploading] = useState(false);
  const { remove, removeTicked, dialog } = useDeletePlaybooks();
  const isOwn = (row: Row) => row.creator === profile.id;
  const lasting = without(right(playbook, 'delete'));
  const { isRoot } = useOrg();
  const mayAdd = !isRoot && can(right(playbook, 'add'));
  return (
    <>
      <ResourceList
        definition={{
          resource: playbook,
          exclude: ['creator', 'path', 'task_id', 'vcs_username'],
          defaults: ['name', 'create_method', 'is_shared', 'comment', 'date_created'],
          min: ['name'],
          facts: ['create_method', 'comment'],
          cells: {
            name: { width: 220 },
            create_method: { width: 120 },
            is_shared: { Cell: WhenTrue, width: 90 },
          },
          create: false,
          toolbar: mayAdd && <CreateMenu onUpload={() => setUploading(true)} />,
          // Others' are used, and changed by whoever made them.
          update: (row) => unless(isOwn(row), 'refused:others'),
          delete: false,
          canSelect: isOwn,
          clone: false,
          transfer: false,
          rowActions: [
            {
              id: 'delete',
              label: t('screens:action.delete'),
              icon: <Trash2 size={14} />,
              danger: true,
              refused: (row) => lasting || unless(isOwn(row), 'refused:others'),
              run: (row) => remove([row]),
            },
          ],
          bulkActions: [
            {
              id: 'delete',
              label: t('screens:list.deleteSelected'),
              icon: <Trash2 size={14} />,
              danger: true,
              refused: lasting,
              confirm: (count) => ({
                title: t('screens:delete.manyTitle', { count, nouns: t('noun:playbook.other') }),
                text: t('screens:delete.text'),
                verb: t('screens:delete.many', { count }),
              }),
              run: removeTicked,
              done: t('screens:delete.done', { name: t('noun:playbook.other') }),
            },
          ],
          empty: t('list.empty'),
          next: mayAdd ? <CreateMenu onUpload={() => setUploading(true)} /> : undefined,
        }}
      />
      {uploading && <UploadDialog onClose={() => setUploading(false)} />}
      {dialog}
    </>
  );
}

/** A new one begins empty, with an archive, or with what a Git repository holds. */
function CreateMenu({ onUpload }: { onUpload: () => void }) {
  const { t } = useTranslation('playbooks');
  const navigate = useNavigate();
  return (
    <PopMenu
      items={() => [
        { key: 'new', label: t('list.new'), icon: <Plus size={14} /> },
        { key: 'upload', label: t('list.upload'), icon: <FileUp size={14} /> },
        { key: 'git', label: t('list.git'), icon: <GitBranch size={14} /> },
      ]}
      onPick={(key) => (key === 'upload' ? onUpload() : void navigate(`${playbook.path}/create${key === 'git' ? '?from=git' : ''}`))}
    >
      {(button) => (
        <Button {...button} type="primary" icon={<Plus size={16} />}>
          {t('list.create')} <ChevronDown size={14} aria-hidden />
        </Button>
      )}
    </PopMenu>
  );
}
