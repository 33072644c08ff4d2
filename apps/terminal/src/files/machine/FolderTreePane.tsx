import { useTranslate } from '../../shell/language.tsx';
import { TreeView } from '../../tree/TreeView.tsx';
import type { SftpClient } from '../sftp/client.ts';
import { fileWords } from '../words.ts';
import type { Folder } from './useFolder.ts';
import { useFolderTree } from './useFolderTree.ts';

interface FolderTreePaneProps {
  client: SftpClient | null;
  folder: Folder;
  asset: string;
}

const NONE: ReadonlySet<string> = new Set();

/** The machine's folders as a tree. A press or Enter goes into one; the arrows open and close. */
export function FolderTreePane({ client, folder, asset }: FolderTreePaneProps) {
  const t = useTranslate();
  const { rows, toggle } = useFolderTree(client, folder);
  return (
    <section className="pf-pane pf-tree" aria-label={t(fileWords.foldersOf, { name: asset })}>
      <TreeView
        rows={rows}
        label={t(fileWords.foldersOf, { name: asset })}
        favorites={NONE}
        here={folder.path}
        onToggle={({ key, open }, to) => {
          if (to !== undefined) return toggle(key, to);
          // A second press on the folder that is shown closes it.
          if (key === folder.path) return toggle(key, !open);
          folder.go(key);
          toggle(key, true);
        }}
        onChoose={() => undefined}
        onMenu={() => undefined}
      />
    </section>
  );
}
