import { useEffect, useRef } from 'react';
import { useTranslate } from '../shell/language.tsx';
import { Marked } from '../shell/Marked.tsx';
import { useServices } from '../shell/services.tsx';
import { pasteText } from '../transport/paste.ts';
import { paletteOf } from '../xterm/palettes.ts';
import { EndedBar } from './EndedBar.tsx';
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
}

interface TerminalPaneProps {
  input: TerminalInput;
  facts: PaneFacts;
  /** Absent where one cannot connect again (a watched session). */
  onReconnect?: () => void;
  /** Opens the files of the same account. Absent where they are not offered. */
  onFiles?: () => void;
  /** Hands out the control while the pane lives. */
  register?: (control: PaneControl | null) => void;
}

/** One terminal with its search box, its status bar and, once ended, the reason. The terminal stays readable. */
export function TerminalPane({ input, facts, onReconnect, onFiles, register }: TerminalPaneProps) {
  const box = useRef<HTMLDivElement>(null);
  const terminal = useTerminal(box, input);
  const { preferences } = useServices();
  const t = useTranslate();
  const { connection, view } = terminal;
  const mayMove = terminal.session?.permission?.actions.some((action) => action === 'upload' || action === 'download') ?? false;

  const session = useRef(terminal.session);
  session.current = terminal.session;
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
    });
    return () => announce.current?.(null);
  }, [connection, view]);

  return (
    <section className="pt-pane" hidden={!input.visible} aria-label={t(sessionWords.terminal, { name: facts.asset })}>
      <div className="pt-screen" style={{ background: paletteOf(preferences.palette).theme.background }}>
        <div ref={box} className={input.viewer ? 'pt-screen-box pt-screen-box--viewer' : 'pt-screen-box'} data-testid="terminal" />
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
      {terminal.ending ? <EndedBar ending={terminal.ending} {...(onReconnect ? { onReconnect } : {})} /> : null}
      <StatusBar
        facts={facts}
        terminal={terminal}
        viewer={input.viewer}
        onStopPaste={() => connection.current?.cancelInput()}
        onSearch={() => terminal.setSearching(true)}
        {...(onFiles && mayMove ? { onFiles } : {})}
      />
    </section>
  );
}
