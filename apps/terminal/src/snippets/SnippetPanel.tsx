import { EmptyState, IconButton, toast, useConfirm, WhyNot } from '@postern/ui';
import { Button, Input, Select } from 'antd';
import { CloudOff, CornerDownLeft, Pencil, Plus, SquareTerminal, TextCursorInput, Trash2, Users, X } from 'lucide-react';
import { useState } from 'react';
import { ChooseSessions } from '../panes/ChooseSessions.tsx';
import type { SessionTab } from '../sessions/tabs-state.ts';
import { failureText } from '../shell/failure.ts';
import { useTranslate } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import { shellWords } from '../shell/words.ts';
import type { Snippet } from '../transport/api.ts';
import { BlanksForm } from './BlanksForm.tsx';
import { SnippetForm } from './SnippetForm.tsx';
import { matching, useSnippets } from './useSnippets.ts';
import { blanksOf } from './variables.ts';
import { snippetWords } from './words.ts';
import './snippets.css';

interface SnippetPanelProps {
  /** Sessions that take what is typed into the one in view: itself, and those synchronised with it. Empty when it takes nothing. */
  active: readonly string[];
  /** Those that may be chosen; none where a person may not type into several. */
  sessions: readonly SessionTab[];
  onUse: (keys: readonly string[], command: string, run: boolean) => void;
  onClose: () => void;
}

interface Wanted {
  snippet: Snippet;
  run: boolean;
}

/** Commands that a person keeps, to be searched, inserted and run (docs/behaviour/terminal.md#kept-commands). */
export function SnippetPanel({ active, sessions, onUse, onClose }: SnippetPanelProps) {
  const t = useTranslate();
  const { profile } = useServices();
  const confirm = useConfirm();
  const { snippets, error, retry, save, remove } = useSnippets();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<Snippet | 'new' | null>(null);
  const [asking, setAsking] = useState<Wanted | null>(null);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [choosing, setChoosing] = useState(false);
  const there = chosen === null ? active : chosen.filter((key) => sessions.some((tab) => tab.key === key));
  const shown = matching(snippets ?? [], search);

  const use = (wanted: Wanted): void => {
    if (there.length === 0) return;
    if (blanksOf(wanted.snippet.args).length > 0) setAsking(wanted);
    else onUse(there, wanted.snippet.args, wanted.run);
  };
  const drop = async (snippet: Snippet): Promise<void> => {
    await confirm({
      title: t(snippetWords.removeTitle, { name: snippet.name }),
      action: t(snippetWords.removeAct),
      cancel: t(shellWords.cancel),
      danger: true,
      run: () =>
        remove(snippet.id).catch((failure: unknown) => {
          toast.error(failureText(failure, t));
          throw failure;
        }),
    });
  };

  return (
    <aside className="pt-snippets" aria-label={t(snippetWords.title)}>
      <header className="pt-snippets-head">
        <h2>{t(snippetWords.title)}</h2>
        <IconButton icon={Plus} label={t(snippetWords.add)} onClick={() => setEditing('new')} />
        <IconButton icon={X} label={t(shellWords.close)} onClick={onClose} />
      </header>
      <div className="pt-snippets-tools">
        <Input
          autoFocus
          aria-label={t(snippetWords.search)}
          placeholder={t(snippetWords.search)}
          maxLength={128}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            const [first] = shown;
            if (event.key === 'Enter' && first && search !== '') use({ snippet: first, run: false });
            if (event.key === 'Escape') onClose();
          }}
        />
      </div>
      {error ? (
        <EmptyState icon={CloudOff} title={failureText(error, t)} action={<Button onClick={retry}>{t(shellWords.retry)}</Button>} />
      ) : snippets?.length === 0 ? (
        <EmptyState
          icon={SquareTerminal}
          title={t(snippetWords.none)}
          text={t(snippetWords.noneText)}
          action={<Button onClick={() => setEditing('new')}>{t(snippetWords.add)}</Button>}
        />
      ) : (
        <ul className="pt-snippets-list">
          {shown.map((snippet) => (
            <Row
              key={snippet.id}
              snippet={snippet}
              own={snippet.creator === profile.id}
              usable={there.length > 0}
              onUse={(run) => use({ snippet, run })}
              onEdit={() => setEditing(snippet)}
              onRemove={() => void drop(snippet)}
            />
          ))}
          {snippets && shown.length === 0 ? <li className="pt-snippets-none">{t(snippetWords.noMatch)}</li> : null}
        </ul>
      )}
      <footer className="pt-snippets-foot">
        {there.length === 0 ? <p>{t(snippetWords.noSession)}</p> : null}
        {sessions.length > 1 ? (
          <Select
            size="small"
            aria-label={t(snippetWords.into)}
            value={chosen === null ? 'active' : 'chosen'}
            options={[
              { value: 'active', label: t(snippetWords.intoActive) },
              { value: 'chosen', label: t(snippetWords.intoChosen, { count: chosen === null ? sessions.length : there.length }) },
            ]}
            onSelect={(value) => (value === 'active' ? setChosen(null) : setChoosing(true))}
          />
        ) : null}
      </footer>
      {editing ? (
        <SnippetForm
          {...(editing === 'new' ? {} : { snippet: editing })}
          onClose={() => setEditing(null)}
          onSave={(body) => save(editing === 'new' ? null : editing.id, body)}
        />
      ) : null}
      {asking ? (
        <BlanksForm
          title={t(snippetWords.fill, { name: asking.snippet.name })}
          action={t(asking.run ? snippetWords.run : snippetWords.insert)}
          command={asking.snippet.args}
          onClose={() => setAsking(null)}
          onFilled={(command) => {
            setAsking(null);
            onUse(there, command, asking.run);
          }}
        />
      ) : null}
      {choosing ? (
        <ChooseSessions
          title={t(snippetWords.choose)}
          action={t(shellWords.save)}
          least={1}
          sessions={sessions}
          chosen={chosen ?? sessions.map(({ key }) => key)}
          onClose={() => setChoosing(false)}
          onChoose={setChosen}
        />
      ) : null}
    </aside>
  );
}

interface RowProps {
  snippet: Snippet;
  own: boolean;
  usable: boolean;
  onUse: (run: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

function Row({ snippet, own, usable, onUse, onEdit, onRemove }: RowProps) {
  const t = useTranslate();
  const { name } = snippet;
  return (
    <li className="pt-snippet">
      <div className="pt-snippet-name">
        <span title={name}>{name}</span>
        {snippet.is_shared ? (
          <span className="pt-snippet-shared">
            <Users size={12} aria-hidden="true" />
            {t(snippetWords.shared)}
          </span>
        ) : null}
      </div>
      <code title={snippet.args}>{snippet.args}</code>
      <div className="pt-snippet-acts">
        <WhyNot reason={!usable && t(snippetWords.noSession)}>
          <button type="button" aria-label={t(snippetWords.insertNamed, { name })} onClick={() => onUse(false)}>
            <TextCursorInput size={13} aria-hidden="true" />
            {t(snippetWords.insert)}
          </button>
        </WhyNot>
        <WhyNot reason={!usable && t(snippetWords.noSession)}>
          <button type="button" aria-label={t(snippetWords.runNamed, { name })} onClick={() => onUse(true)}>
            <CornerDownLeft size={13} aria-hidden="true" />
            {t(snippetWords.run)}
          </button>
        </WhyNot>
        <span className="pt-snippet-gap" />
        {own ? (
          <>
            <IconButton icon={Pencil} label={t(snippetWords.edit, { name })} onClick={onEdit} />
            <IconButton icon={Trash2} label={t(snippetWords.remove, { name })} onClick={onRemove} />
          </>
        ) : null}
      </div>
    </li>
  );
}
