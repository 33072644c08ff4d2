import type { Text } from '@postern/contract/text';
import { sizeText, toast, useConfirm } from '@postern/ui';
import { type ReactNode, useState } from 'react';
import { useLanguage, useTranslate } from '../../shell/language.tsx';
import { shellWords } from '../../shell/words.ts';
import { Editor } from '../editor/Editor.tsx';
import { MOST_EDITED, NotText, readText, type TextFile } from '../editor/text-file.ts';
import { errorLine } from '../failures.ts';
import { visibleName } from '../names.ts';
import { type Entry, LineLost, type SftpClient } from '../sftp/client.ts';
import { joinPath } from '../sftp/paths.ts';
import { writeFile } from '../sftp/stream.ts';
import { fileWords } from '../words.ts';
import { ModeDialog, NameDialog } from './dialogs.tsx';
import { countBelow, MOST_COUNTED, removeAll } from './remove.ts';
import type { Rights } from './Toolbar.tsx';
import type { Folder } from './useFolder.ts';

type Asked =
  | { kind: 'newFolder' | 'newFile' }
  | { kind: 'rename'; entry: Entry }
  | { kind: 'mode'; entries: readonly Entry[] }
  | { kind: 'edit'; file: TextFile };

interface MachineOptions {
  client: SftpClient | null;
  folder: Folder;
  rights: Rights;
  chosen: readonly Entry[];
  /** Gives the focus back to the list. */
  back: () => void;
}

const WHY = { too_large: fileWords.textTooLarge, not_text: fileWords.notText, mixed_lines: fileWords.mixedLines } as const;

/** What is done in a folder, with the questions that come first. */
export function useMachine({ client, folder, rights, chosen, back }: MachineOptions) {
  const t = useTranslate();
  const { language } = useLanguage();
  const confirm = useConfirm();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { path } = folder;
  const taken = new Set(folder.entries.map(({ name }) => name));
  const at = (name: string): string => joinPath(path, name);
  const line = (): SftpClient => {
    if (!client) throw new LineLost();
    return client;
  };

  function tell(error: unknown, name = ''): void {
    if (!(error instanceof NotText)) {
      toast.error(errorLine(t, error));
      return;
    }
    toast.error(t(WHY[error.why], { name: visibleName(name), size: sizeText(MOST_EDITED, language) }));
  }

  async function remove(): Promise<void> {
    const [only] = chosen;
    if (!only) return;
    const stop = new AbortController();
    try {
      const below = chosen.some(({ kind }) => kind === 'folder') ? await countBelow(line(), path, chosen, stop.signal) : chosen.length;
      const more = below > MOST_COUNTED;
      const words = more ? fileWords.deleteMany : below > chosen.length ? fileWords.deleteBelow : fileWords.deleteFinal;
      await confirm({
        title:
          chosen.length === 1
            ? t(fileWords.deleteOne, { name: visibleName(only.name) })
            : t(fileWords.deleteTitle, { count: chosen.length }),
        text: t(words, { count: more ? MOST_COUNTED : below }),
        action: t(fileWords.remove),
        cancel: t(shellWords.cancel),
        danger: true,
        run: () =>
          removeAll(line(), path, chosen, stop.signal)
            .catch((error: unknown) => {
              tell(error);
              throw error;
            })
            .finally(folder.reload),
      });
    } catch (error) {
      tell(error);
    }
    back();
  }

  function edit(entry: Entry | undefined): void {
    if (!entry || !client) return;
    if (!rights.download || !rights.upload) {
      toast.info(t(fileWords.noEdit));
      return;
    }
    readText(client, path, entry.name).then(
      (file) => setAsked({ kind: 'edit', file }),
      (error: unknown) => tell(error, entry.name),
    );
  }

  const close = (): void => {
    setAsked(null);
    back();
  };

  const nameDialog = (title: Text, action: Text, initial: string, run: (name: string) => Promise<void>): ReactNode => (
    <NameDialog
      title={t(title)}
      action={t(action)}
      initial={initial}
      taken={taken}
      run={(name) => run(name).then(folder.reload)}
      onClose={close}
    />
  );

  function dialogOf(question: Asked): ReactNode {
    switch (question.kind) {
      case 'newFolder':
        return nameDialog(fileWords.newFolder, fileWords.create, '', (name) => line().makeFolder(at(name)));
      case 'newFile':
        return nameDialog(fileWords.newFile, fileWords.create, '', (name) => emptyFile(line(), at(name)));
      case 'rename':
        return nameDialog(fileWords.rename, fileWords.rename, question.entry.name, (name) =>
          line().rename(at(question.entry.name), at(name)),
        );
      case 'mode':
        return (
          <ModeDialog
            entries={question.entries}
            run={async (mode) => {
              for (const { name } of question.entries) await line().setMode(at(name), mode);
              folder.reload();
            }}
            onClose={close}
          />
        );
      case 'edit':
        return <Editor client={client} file={question.file} onSaved={folder.reload} onClose={close} />;
    }
  }

  return {
    actions: {
      newFolder: () => setAsked({ kind: 'newFolder' }),
      newFile: () => setAsked({ kind: 'newFile' }),
      rename: () => chosen[0] && setAsked({ kind: 'rename', entry: chosen[0] }),
      mode: () => setAsked({ kind: 'mode', entries: chosen }),
      remove: () => void remove(),
      edit,
    },
    tell,
    dialog: asked ? dialogOf(asked) : null,
  };
}

const emptyFile = (client: SftpClient, path: string): Promise<void> =>
  writeFile(client, path, new Blob([]), {
    control: { signal: new AbortController().signal, ready: async () => undefined },
    onlyNew: true,
    onConfirmed: () => undefined,
  });
