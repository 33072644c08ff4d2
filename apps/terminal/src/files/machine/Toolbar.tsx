import { Dropdown, Input } from 'antd';
import {
  ArrowUp,
  Download,
  FilePen,
  FilePlus2,
  FolderPlus,
  FolderSearch,
  FolderTree,
  KeyRound,
  PencilLine,
  RotateCw,
  Trash2,
  Upload,
} from 'lucide-react';
import { useTranslate } from '../../shell/language.tsx';
import { refusedWords } from '../../shell/refused.ts';
import type { Entry } from '../sftp/client.ts';
import { ToolButton } from '../ToolButton.tsx';
import { fileWords } from '../words.ts';

/** What the permission allows with files. */
export interface Rights {
  upload: boolean;
  download: boolean;
  delete: boolean;
}

export interface MachineActions {
  up(): void;
  reload(): void;
  pick(folders: boolean): void;
  download(): void;
  newFolder(): void;
  newFile(): void;
  rename(): void;
  mode(): void;
  edit(): void;
  remove(): void;
  find(): void;
  /** Shows or hides the tree of folders; undefined where there is no room for it. */
  tree: { shown: boolean; toggle(): void } | undefined;
}

interface ToolbarProps {
  rights: Rights;
  chosen: readonly Entry[];
  top: boolean;
  filter: string;
  onFilter: (text: string) => void;
  onLeaveFilter: () => void;
  actions: MachineActions;
}

/** All that can be done in a folder. What the permission, or what is chosen, does not allow stays in its place and says why. */
export function Toolbar({ rights, chosen, top, filter, onFilter, onLeaveFilter, actions }: ToolbarProps) {
  const t = useTranslate();
  const some = chosen.length > 0 ? undefined : t(fileWords.chooseSome);
  const one = chosen.length === 1 ? undefined : t(fileWords.chooseOne);
  const upload = rights.upload ? undefined : t(fileWords.noUpload);
  const download = rights.download ? undefined : t(fileWords.noDownload);
  const edit = rights.upload && rights.download ? undefined : t(fileWords.noEdit);
  const file = chosen.length === 1 && chosen[0]?.kind !== 'folder' ? undefined : t(fileWords.chooseFile);
  const send = <ToolButton icon={Upload} label={t(fileWords.upload)} reason={upload} worded onClick={() => undefined} />;
  return (
    <div className="pf-tools" role="toolbar" aria-label={t(fileWords.files)}>
      {actions.tree ? (
        <ToolButton
          icon={FolderTree}
          label={t(actions.tree.shown ? fileWords.hideFolders : fileWords.showFolders)}
          onClick={actions.tree.toggle}
        />
      ) : null}
      <ToolButton
        icon={ArrowUp}
        label={t(fileWords.up)}
        keys="Backspace"
        reason={top ? t(refusedWords.top) : undefined}
        onClick={actions.up}
      />
      <ToolButton icon={RotateCw} label={t(fileWords.reload)} onClick={actions.reload} />
      <span className="pf-gap" />
      {upload ? (
        send
      ) : (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'files', label: t(fileWords.uploadFiles) },
              { key: 'folder', label: t(fileWords.uploadFolder) },
            ],
            onClick: ({ key }) => actions.pick(key === 'folder'),
          }}
        >
          {/* The menu takes the press, and its place, from a part of its own. */}
          <span>{send}</span>
        </Dropdown>
      )}
      <ToolButton icon={Download} label={t(fileWords.download)} reason={download ?? some} worded onClick={actions.download} />
      <span className="pf-gap" />
      <ToolButton icon={FolderPlus} label={t(fileWords.newFolder)} reason={upload} onClick={actions.newFolder} />
      <ToolButton icon={FilePlus2} label={t(fileWords.newFile)} reason={upload} onClick={actions.newFile} />
      <ToolButton icon={FilePen} label={t(fileWords.edit)} reason={edit ?? file} onClick={actions.edit} />
      <ToolButton icon={PencilLine} label={t(fileWords.rename)} keys="F2" reason={upload ?? one} onClick={actions.rename} />
      <ToolButton icon={KeyRound} label={t(fileWords.changeMode)} reason={upload ?? some} onClick={actions.mode} />
      <ToolButton
        icon={Trash2}
        label={t(fileWords.remove)}
        keys="Delete"
        reason={rights.delete ? some : t(fileWords.noDelete)}
        onClick={actions.remove}
      />
      <span className="pf-gap pf-gap--wide" />
      <Input
        size="small"
        id="pf-filter"
        className="pf-filter"
        aria-label={t(fileWords.filter)}
        placeholder={t(fileWords.filter)}
        value={filter}
        maxLength={255}
        allowClear
        onChange={(event) => onFilter(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onFilter('');
          if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            onLeaveFilter();
          }
        }}
      />
      <ToolButton icon={FolderSearch} label={t(fileWords.find)} onClick={actions.find} />
    </div>
  );
}
