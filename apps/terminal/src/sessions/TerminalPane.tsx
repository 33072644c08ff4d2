import type { TerminalSessionData } from '@postern/contract/frames';
import { paletteOf } from '@postern/contract/terminal-palettes';
import { MachineBand } from '@postern/ui';
import { useEffect, useRef, useState } from 'react';
import { PeopleDialog } from '../sharing/PeopleDialog.tsx';
import { useTranslate } from '../shell/language.tsx';
import { Marked } from '../shell/Marked.tsx';
import { useServices } from '../shell/services.tsx';
import { KeyBar } from '../touch/KeyBar.tsx';
import { usePinch } from '../touch/usePinch.ts';
import { useTouch } from '../touch/useTouch.ts';
import type { HandedSession } from '../transport/handed.ts';
import { pasteText } from '../transport/paste.ts';
import { EndedBar } from './EndedBar.tsx';
import { spaced } from './figures.ts';
import { LostBar, PausedBar, RestartBar } from './LineBars.tsx';
import { SearchBox } from './SearchBox.tsx';
import { type PaneFacts, StatusBar } from './StatusBar.tsx';
import { TransferBar } from './TransferBar.tsx';
import { type TerminalInput, useTerminal } from './useTerminal.ts';
import { sessionWords } from './words.ts';
import './sessions.css';

export interface PaneControl {
  type(text: string): void;
  /** Sends a text as a paste, unasked. */
  paste(source: string): void;
  /** Whether its program takes pastes as one piece. */
  bracketed(): boolean;
  mayPaste(): boolean;
  focus(): void;
  /** Whether another page can take the session as it is. */
  movable(): boolean;
  /** Lets another page take it. */
  handOver(): Promise<HandedSession | null>;
  /** It did not. */
  takeBack(): void;
}

interface TerminalPaneProps {
  input: TerminalInput;
  /** Absent where only the session itself tells them. */
  facts?: PaneFacts;
  /** Absent where one cannot connect again (a watched session). */
  onReconnect?: () => void;
  /** Opens the files of the same account. Absent where they are not offered. */
  onFiles?: () => void;
  /** Hears whether the session is locked. */
  onLocked?: (locked: boolean) => void;
  /** Hands out the control while the pane lives. */
  register?: (control: PaneControl | null) => void;
}

const factsOf = (data: TerminalSessionData | null): PaneFacts => ({
  asset: spaced(data?.session.asset ?? ''),
  account: spaced(data?.session.account ?? ''),
  protocol: data?.session.protocol ?? '',
});

/** One terminal with its search box, its status bar and, once ended, the reason. The terminal stays readable. */
export function TerminalPane({ input, facts: given, onReconnect, onFiles, onLocked, register }: TerminalPaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const touch = useTouch();
  const terminal = useTerminal(box, { ...input, changeTyped: touch.changeTyped });
  const { preferences, settings } = useServices();
  const facts = given ?? factsOf(terminal.session);
  const [sharing, setSharing] = useState(false);
  const owns = !input.viewer && !input.guest && terminal.session !== null && !terminal.ending;
  const { people } = terminal;
  const shares = owns && settings.SECURITY_SESSION_SHARE === true;
  const t = useTranslate();
  const { connection, view } = terminal;
  usePinch(box, view);
  const keyBar = touch.wanted && (input.focused ?? input.visible) && !input.viewer && !terminal.ending;
  const mayMove = terminal.session?.permission?.actions.some((action) => action === 'upload' || action === 'download') ?? false;

  const session = useRef(terminal.session);
  session.current = terminal.session;
  const locked = people.paused !== null;
  const hearLock = useRef(onLocked);
  hearLock.current = onLocked;
  useEffect(() => hearLock.current?.(locked), [locked]);

  const handOver = useRef(terminal.handOver);
  handOver.current = terminal.handOver;
  const announce = useRef(register);
  announce.current = register;
  useEffect(() => {
    const bracketed = (): boolean => view.current?.bracketed() ?? false;
    announce.current?.({
      type: (text) => connection.current?.type(text),
      paste: (source) => connection.current?.type(pasteText(source, bracketed())),
      bracketed,
      mayPaste: () => session.current?.permission?.actions.includes('paste') ?? false,
      focus: () => view.current?.focus(),
      movable: () => session.current?.resume !== undefined,
      handOver: () => handOver.current(),
      takeBack: () => connection.current?.takeBack(),
    });
    return () => announce.current?.(null);
  }, [connection, view]);

  return (
    <section className="pt-pane" hidden={!input.visible} aria-label={t(sessionWords.terminal, { name: facts.asset })}>
      {terminal.session?.mark ? <MachineBand {...terminal.session.mark} /> : null}
      <div className="pt-screen" style={{ background: paletteOf(preferences.palette).theme.background }}>
        <div
          ref={box}
          className={input.viewer || input.guest ? 'pt-screen-box pt-screen-box--viewer' : 'pt-screen-box'}
          data-testid="terminal"
        />
        <Marked asset={facts.asset} />
        {terminal.searching ? (
          <SearchBox
            found={terminal.found}
            onSearch={(text, back) => view.current?.search(text, back)}
            onClose={() => {
              terminal.setSearching(false);
              view.current?.endSearch();
            }}
          />
        ) : null}
      </div>
      {terminal.transfer && !terminal.ending ? (
        <TransferBar
          kind={terminal.transfer}
          allowed={terminal.session?.permission?.actions.includes(terminal.transfer) ?? false}
          onFiles={onFiles}
          onStop={terminal.endTransfer}
        />
      ) : null}
      {people.paused && !terminal.ending ? <PausedBar {...people.paused} /> : null}
      {terminal.restartAt !== null ? <RestartBar at={terminal.restartAt} /> : null}
      {terminal.lostUntil !== null ? <LostBar until={terminal.lostUntil} onRetry={() => connection.current?.retry()} /> : null}
      {terminal.ending ? <EndedBar ending={terminal.ending} {...(onReconnect ? { onReconnect } : {})} /> : null}
      <StatusBar
        facts={facts}
        terminal={terminal}
        viewer={input.viewer}
        onStopPaste={() => connection.current?.cancelInput()}
        onSearch={() => terminal.setSearching(true)}
        {...(onFiles && mayMove ? { onFiles } : {})}
        watchers={people.watchers}
        members={people.members.length}
        {...(shares || people.members.length > 1 ? { onPeople: () => setSharing(true) } : {})}
      />
      {keyBar ? (
        <KeyBar
          modifiers={touch.modifiers}
          onKey={(key) => view.current?.press(touch.sequenceOf(key, view.current.applicationCursor()))}
          onText={(text) => view.current?.press(text)}
        />
      ) : null}
      {sharing ? (
        <PeopleDialog
          people={people}
          session={shares ? (terminal.session?.session.id ?? null) : null}
          ask={(type, data) => connection.current?.ask(type, data)}
          onClose={() => {
            setSharing(false);
            view.current?.focus();
          }}
        />
      ) : null}
    </section>
  );
}
