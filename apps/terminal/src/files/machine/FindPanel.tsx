import { Button, Input } from 'antd';
import { File, Folder, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslate } from '../../shell/language.tsx';
import { visibleName } from '../names.ts';
import type { SftpClient } from '../sftp/client.ts';
import { parentOf } from '../sftp/paths.ts';
import { fileWords } from '../words.ts';
import { useFind } from './useFind.ts';

interface FindPanelProps {
  client: SftpClient | null;
  folder: string;
  /** Shows a folder, with one of its entries chosen. */
  onShow: (folder: string, name: string) => void;
  onClose: () => void;
}

/** Looks for a name below the folder that is shown, and says how far it has come. */
export function FindPanel({ client, folder, onShow, onClose }: FindPanelProps) {
  const t = useTranslate();
  const find = useFind(client);
  const [wanted, setWanted] = useState('');
  const [asked, setAsked] = useState(false);
  return (
    <section className="pf-find" aria-label={t(fileWords.find)}>
      <form
        className="pf-find-bar"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          find.start(folder, wanted);
        }}
      >
        <Input
          autoFocus
          aria-label={t(fileWords.findHint)}
          placeholder={t(fileWords.findHint)}
          value={wanted}
          maxLength={255}
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
        />
        {find.running ? <Button onClick={find.stop}>{t(fileWords.stop)}</Button> : null}
        <Button onClick={onClose}>{t(fileWords.closeFind)}</Button>
      </form>
      {asked ? (
        <p className="pf-note" aria-live="polite">
          {find.running ? <LoaderCircle size={12} className="pt-spin" aria-hidden="true" /> : null}
          {find.cut
            ? t(fileWords.foundMost, { count: find.found.length })
            : !find.running && find.found.length === 0
              ? t(fileWords.nothingFound)
              : t(fileWords.looked, { found: find.found.length, seen: find.seen })}
        </p>
      ) : null}
      <ul className="pf-hits">
        {find.found.map(({ path, relative, entry }) => (
          <li key={path}>
            <button type="button" className="p-bare pf-hit" onClick={() => onShow(parentOf(path), entry.name)}>
              {entry.kind === 'folder' ? (
                <Folder size={15} strokeWidth={1.75} className="pf-icon--folder" aria-hidden="true" />
              ) : (
                <File size={15} strokeWidth={1.75} className="pf-icon" aria-hidden="true" />
              )}
              <bdi>{visibleName(relative)}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
