import { Button, sizeText } from '@postern/ui';
import { FilePlus, FileUp, Folder, FolderPlus, X } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { useLanguage, useTranslate } from '../../shell/language.tsx';
import { refusedWords } from '../../shell/refused.ts';
import { visibleName } from '../names.ts';
import { nameOf } from '../sftp/paths.ts';
import { ToolButton } from '../ToolButton.tsx';
import { fileWords } from '../words.ts';
import { droppedItems, type LocalItem } from './items.ts';

interface LocalPaneProps {
  items: readonly LocalItem[];
  /** Where they would go. */
  folder: string;
  reason: string | undefined;
  onAdd: (items: readonly LocalItem[]) => void;
  onRemove: (item: LocalItem) => void;
  onUpload: () => void;
  onPick: (folders: boolean) => void;
}

/** The person's side: what was chosen or dropped, until it is sent. */
export function LocalPane({ items, folder, reason, onAdd, onRemove, onUpload, onPick }: LocalPaneProps) {
  const t = useTranslate();
  const { language } = useLanguage();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!reason) onAdd(droppedItems(event.dataTransfer));
  };
  return (
    <section
      className={over ? 'pf-pane pf-mine pf-pane--over' : 'pf-pane pf-mine'}
      aria-label={t(fileWords.mine)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header className="pf-tools">
        <h2>{t(fileWords.mine)}</h2>
        <ToolButton icon={FilePlus} label={t(fileWords.addFiles)} reason={reason} onClick={() => onPick(false)} />
        <ToolButton icon={FolderPlus} label={t(fileWords.addFolder)} reason={reason} onClick={() => onPick(true)} />
      </header>
      {items.length === 0 ? (
        <div className="pf-drop">
          <FileUp size={28} strokeWidth={1.5} aria-hidden="true" />
          <p>{t(fileWords.dropHere)}</p>
          <p className="pf-drop-more">{reason ?? t(fileWords.staged)}</p>
        </div>
      ) : (
        <>
          <ul className="pf-staged">
            {items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two of a name may be chosen
              <li key={`${at}-${item.name}`}>
                {item.kind === 'folder' ? (
                  <Folder size={15} strokeWidth={1.75} className="pf-icon--folder" aria-hidden="true" />
                ) : (
                  <FileUp size={15} strokeWidth={1.75} className="pf-icon" aria-hidden="true" />
                )}
                <bdi title={visibleName(item.name)}>{visibleName(item.name)}</bdi>
                <span>{item.size === null ? '' : sizeText(item.size, language)}</span>
                <ToolButton icon={X} label={t(fileWords.takeAway, { name: visibleName(item.name) })} onClick={() => onRemove(item)} />
              </li>
            ))}
          </ul>
          <footer className="pf-send">
            <Button type="primary" block refused={reason ?? (folder === '' && t(refusedWords.noFolder))} onClick={onUpload}>
              {t(fileWords.uploadAll, { count: items.length, folder: visibleName(nameOf(folder) || '/') })}
            </Button>
          </footer>
        </>
      )}
    </section>
  );
}
