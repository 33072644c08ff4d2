import { EmptyState, SkeletonRows, sizeText } from '@postern/ui';
import { Alert, Button } from 'antd';
import { FolderOpen } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLanguage, useTranslate } from '../../shell/language.tsx';
import { errorLine } from '../failures.ts';
import { droppedItems, type LocalItem } from '../local/items.ts';
import { visibleName } from '../names.ts';
import type { Entry, SftpClient } from '../sftp/client.ts';
import { joinPath, nameOf, parentOf } from '../sftp/paths.ts';
import { fileWords } from '../words.ts';
import { Crumbs } from './Crumbs.tsx';
import { FileList } from './FileList.tsx';
import { FindPanel } from './FindPanel.tsx';
import { MOST_SHOWN, type Sort, type SortKey, shown } from './listing.ts';
import { keep, NOTHING, select, selectAll, stepFrom } from './selection.ts';
import { type MachineActions, type Rights, Toolbar } from './Toolbar.tsx';
import type { Folder } from './useFolder.ts';
import { useMachine } from './useMachine.tsx';

interface MachinePaneProps {
  client: SftpClient | null;
  folder: Folder;
  rights: Rights;
  asset: string;
  tree: MachineActions['tree'];
  onPick: (folders: boolean) => void;
  onDropped: (items: readonly LocalItem[]) => void;
  onDownload: (entries: readonly Entry[]) => void;
}

const PAGE = 10;
/** Keys that move the focus, and by how many rows. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: -MOST_SHOWN,
  End: MOST_SHOWN,
};

/** The machine's side: one folder, and all that can be done in it. */
export function MachinePane({ client, folder, rights, asset, tree, onPick, onDropped, onDownload }: MachinePaneProps) {
  const t = useTranslate();
  const { language } = useLanguage();
  const list = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState<Sort>({ by: 'name', down: false });
  const [filter, setFilter] = useState('');
  const [finding, setFinding] = useState(false);
  const [over, setOver] = useState(false);
  const [selection, setSelection] = useState(NOTHING);
  /** What is to be chosen once its folder is shown. */
  const wanted = useRef<string | null>(null);

  const entries = useMemo(() => shown(folder.entries, sort, filter), [folder.entries, sort, filter]);
  const names = useMemo(() => entries.map(({ name }) => name), [entries]);
  const chosen = entries.filter(({ name }) => selection.chosen.has(name));

  useEffect(() => {
    const there = new Set(folder.entries.map(({ name }) => name));
    const name = wanted.current;
    wanted.current = null;
    setSelection((now) => (name !== null && there.has(name) ? select(NOTHING, [...there], name, 'only') : keep(now, there)));
  }, [folder.entries]);

  const go = (to: string, choose: string | null = null): void => {
    wanted.current = choose;
    setFilter('');
    setFinding(false);
    folder.go(to);
    list.current?.focus();
  };
  const open = (entry: Entry): void => {
    const path = joinPath(folder.path, entry.name);
    if (entry.kind === 'folder') go(path);
    else if (entry.kind === 'file') machine.actions.edit(entry);
    else if (entry.kind === 'link' && client) {
      // Where a link leads is asked when somebody wants to go there.
      client.stat(path).then(
        (real) => (real.kind === 'folder' ? go(path) : machine.actions.edit(entry)),
        (error: unknown) => machine.tell(error),
      );
    }
  };
  const up = (): void => {
    if (folder.path !== '/' && folder.path !== '') go(parentOf(folder.path), nameOf(folder.path));
  };
  const machine = useMachine({ client, folder, rights, chosen, back: () => list.current?.focus() });
  const actions = {
    ...machine.actions,
    up,
    edit: () => machine.actions.edit(chosen[0]),
    reload: folder.reload,
    pick: onPick,
    download: () => onDownload(chosen),
    find: () => setFinding(true),
    tree,
  };

  const step = (by: number, range: boolean): void => {
    const name = stepFrom(selection, names, by);
    if (name !== undefined) setSelection((now) => select(now, names, name, range ? 'range' : 'only'));
  };
  function press(key: string): boolean {
    switch (key) {
      case ' ':
        if (selection.focus !== null) setSelection((now) => select(now, names, now.focus ?? '', 'toggle'));
        return true;
      case 'Enter': {
        const entry = entries.find(({ name }) => name === selection.focus);
        if (entry) open(entry);
        return true;
      }
      case 'Backspace':
        up();
        return true;
      case 'F2':
        if (rights.upload && chosen.length === 1) actions.rename();
        return true;
      case 'Delete':
        if (rights.delete && chosen.length > 0) actions.remove();
        return true;
      case '/':
        document.getElementById('pf-filter')?.focus();
        return true;
      case 'Escape':
        setSelection((now) => ({ ...now, chosen: new Set() }));
        return true;
      default:
        return false;
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      setSelection((now) => selectAll(now, names));
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = STEPS[event.key];
    if (by !== undefined) step(by, event.shiftKey);
    else if (!press(event.key)) return;
    event.preventDefault();
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (rights.upload) onDropped(droppedItems(event.dataTransfer));
  };
  const sortBy = (by: SortKey): void => setSort((now) => ({ by, down: now.by === by ? !now.down : by !== 'name' }));

  return (
    <section
      className={over && rights.upload ? 'pf-pane pf-machine pf-pane--over' : 'pf-pane pf-machine'}
      aria-label={t(fileWords.machine, { name: asset })}
      onDragOver={(event) => {
        event.preventDefault();
        event.dataTransfer.dropEffect = rights.upload ? 'copy' : 'none';
        setOver(true);
      }}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
      onDrop={drop}
    >
      <Crumbs path={folder.path} onGo={go} />
      <Toolbar
        rights={rights}
        chosen={chosen}
        top={folder.path === '/' || folder.path === ''}
        filter={filter}
        onFilter={setFilter}
        onLeaveFilter={() => list.current?.focus()}
        actions={actions}
      />
      {folder.error !== undefined ? <Alert type="error" showIcon title={errorLine(t, folder.error)} className="pf-alert" /> : null}
      {finding ? (
        <FindPanel client={client} folder={folder.path} onShow={go} onClose={() => setFinding(false)} />
      ) : folder.path === '' ? (
        <div className="pf-blank">{client && folder.loading ? <SkeletonRows label={t(fileWords.reload)} /> : null}</div>
      ) : (
        <>
          <FileList
            entries={entries}
            sort={sort}
            selection={selection}
            busy={folder.loading}
            label={visibleName(folder.path)}
            listRef={list}
            onSort={sortBy}
            onSelect={(name, mode) => setSelection((now) => select(now, names, name, mode))}
            onOpen={open}
            onKeyDown={onKeyDown}
          />
          {entries.length === 0 && !folder.loading ? <Empty filtered={filter !== ''} onClear={() => setFilter('')} /> : null}
        </>
      )}
      <footer className="pf-count" aria-live="polite">
        {over && rights.upload
          ? t(fileWords.dropInto, { folder: visibleName(folder.path) })
          : chosen.length > 0
            ? t(fileWords.chosen, {
                count: chosen.length,
                size: sizeText(
                  chosen.reduce((sum, { size }) => sum + size, 0),
                  language,
                ),
              })
            : t(fileWords.count, { count: entries.length })}
        {folder.cut ? ` · ${t(fileWords.cutOff, { count: MOST_SHOWN })}` : null}
      </footer>
      {machine.dialog}
    </section>
  );
}

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }): ReactNode {
  const t = useTranslate();
  return (
    <div className="pf-empty">
      <EmptyState
        icon={FolderOpen}
        {...(filtered
          ? { title: t(fileWords.emptyFilter), action: <Button onClick={onClear}>{t(fileWords.clearFilter)}</Button> }
          : { title: t(fileWords.emptyFolder), text: t(fileWords.emptyFolderText) })}
      />
    </div>
  );
}
