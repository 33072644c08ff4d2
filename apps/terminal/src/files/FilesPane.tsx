import { toast, useMediaQuery } from '@postern/ui';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { EndedBar } from '../sessions/EndedBar.tsx';
import { RestartBar } from '../sessions/LineBars.tsx';
import { type PaneFacts, StatusBar } from '../sessions/StatusBar.tsx';
import { useTranslate } from '../shell/language.tsx';
import { Marked } from '../shell/Marked.tsx';
import { errorLine } from './failures.ts';
import { type LocalItem, pickedItems } from './local/items.ts';
import { LocalPane } from './local/LocalPane.tsx';
import { FolderTreePane } from './machine/FolderTreePane.tsx';
import { MachinePane } from './machine/MachinePane.tsx';
import type { Rights } from './machine/Toolbar.tsx';
import { useFolder } from './machine/useFolder.ts';
import type { Entry } from './sftp/client.ts';
import { ConflictDialog } from './transfers/ConflictDialog.tsx';
import { createQueue } from './transfers/queue.ts';
import { TransferList } from './transfers/TransferList.tsx';
import type { Answer, Conflict } from './transfers/transfer.ts';
import { type FilesInput, useLine } from './useLine.ts';
import { fileWords } from './words.ts';
import './files.css';

interface FilesPaneProps {
  input: FilesInput;
  facts: PaneFacts;
  asset: string;
  onReconnect: () => void;
}

/** The files of one asset: mine, the machine's, and what goes between them (docs/behaviour/terminal.md#files). */
export function FilesPane({ input, facts, asset, onReconnect }: FilesPaneProps) {
  const t = useTranslate();
  const wide = useMediaQuery('(min-width: 900px)');
  const wider = useMediaQuery('(min-width: 1200px)');
  const tree = useTreeShown();
  const { sftp, session, ending, restartAt } = useLine(input);
  const folder = useFolder(sftp, session?.folder ?? '');
  const [staged, setStaged] = useState<readonly LocalItem[]>([]);
  const [asked, setAsked] = useState<{ conflict: Conflict; answer: (answer: Answer) => void } | null>(null);
  const shownFolder = useRef(folder);
  shownFolder.current = folder;

  const queue = useMemo(
    () =>
      createQueue({
        ask: (conflict) =>
          new Promise((resolve) => {
            setAsked({
              conflict,
              answer(answer) {
                setAsked(null);
                resolve(answer);
              },
            });
          }),
        changed: (place) => place === shownFolder.current.path && shownFolder.current.reload(),
      }),
    [],
  );
  useEffect(() => () => queue.stop(), [queue]);
  useEffect(() => queue.over(sftp), [queue, sftp]);
  const transfers = useSyncExternalStore(queue.subscribe, queue.list);

  const may = (action: string): boolean => session?.permission?.actions.includes(action) ?? false;
  const rights: Rights = { upload: may('upload'), download: may('download'), delete: may('delete') };
  const noUpload = rights.upload ? undefined : session ? t(fileWords.noUpload) : '…';
  const send = (items: readonly LocalItem[]): void => {
    if (folder.path !== '') queue.upload(items, folder.path);
  };
  const pick = usePicker();
  const download = (entries: readonly Entry[]): void =>
    void queue.download(folder.path, entries).catch((error: unknown) => toast.error(errorLine(t, error)));

  return (
    <section className="pt-pane pf-files" hidden={!input.visible} aria-label={t(fileWords.filesOf, { name: facts.asset })}>
      <div className="pf-body">
        {wide ? (
          <LocalPane
            items={staged}
            folder={folder.path}
            reason={noUpload}
            onAdd={(items) => setStaged((now) => [...now, ...items])}
            onRemove={(item) => setStaged((now) => now.filter((one) => one !== item))}
            onUpload={() => {
              send(staged);
              setStaged([]);
            }}
            onPick={(folders) => pick(folders, (items) => setStaged((now) => [...now, ...items]))}
          />
        ) : null}
        {wider && tree.shown ? <FolderTreePane client={sftp} folder={folder} asset={asset} /> : null}
        <MachinePane
          client={sftp}
          folder={folder}
          rights={rights}
          asset={asset}
          tree={wider ? tree : undefined}
          onPick={(folders) => pick(folders, send)}
          onDropped={send}
          onDownload={download}
        />
        <Marked asset={facts.asset} />
      </div>
      <TransferList transfers={transfers} queue={queue} />
      {restartAt !== null ? <RestartBar at={restartAt} /> : null}
      {ending ? <EndedBar ending={ending} onReconnect={onReconnect} /> : null}
      <StatusBar facts={facts} terminal={{ session, ending, pending: 0 }} viewer={false} />
      {asked ? <ConflictDialog conflict={asked.conflict} onAnswer={asked.answer} /> : null}
    </section>
  );
}

const TREE_STORE = 'postern.files.tree';

function treeShown(): boolean {
  try {
    return localStorage.getItem(TREE_STORE) !== 'hidden';
  } catch {
    return true;
  }
}

/** Whether the tree of folders is shown, kept in this browser. */
function useTreeShown(): { shown: boolean; toggle(): void } {
  const [shown, setShown] = useState(treeShown);
  return {
    shown,
    toggle() {
      setShown(!shown);
      try {
        localStorage.setItem(TREE_STORE, shown ? 'hidden' : 'shown');
      } catch {
        // Storage is full or forbidden: it holds for this page only.
      }
    },
  };
}

/** Opens the browser's own dialog for files or for a folder. */
function usePicker(): (folders: boolean, take: (items: readonly LocalItem[]) => void) => void {
  return useCallback((folders, take) => {
    const field = document.createElement('input');
    field.type = 'file';
    field.multiple = true;
    field.webkitdirectory = folders;
    field.addEventListener('change', () => take(pickedItems([...(field.files ?? [])])), { once: true });
    field.click();
  }, []);
}
