import type { TerminalSessionData } from '@postern/contract/frames';
import { CANCEL_TRANSFER, type TransferKind } from '@postern/contract/zmodem';
import { sizeText, toast, useConfirm } from '@postern/ui';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type SessionPeople, useSessionPeople } from '../sharing/useSessionPeople.ts';
import { useLanguage, useTranslate } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import { shellWords } from '../shell/words.ts';
import { openConnection } from '../transport/connection.ts';
import type { Connection, Ending } from '../transport/connection-parts.ts';
import { returnUrl } from '../transport/endpoint.ts';
import type { HandedSession } from '../transport/handed.ts';
import { createOutputQueue } from '../transport/output-queue.ts';
import { countLines, needsConfirm, pasteText } from '../transport/paste.ts';
import { createTerminalView, type TerminalView } from '../xterm/view.ts';
import { sessionWords } from './words.ts';

/** Before a new connection: leaves full-screen, mouse and paste modes of the old one, and starts on a new line below its text. */
const NEW_LEAF = '\u001b[!p\u001b[?1049l\u001b[?1000;1002;1003;1006;2004l\u001b[0m\r\n';

export interface TerminalInput {
  /** Resolves the address of the socket; called for every attempt. */
  address: () => Promise<string>;
  /** A new number connects again. */
  attempt: number;
  /** The session of another page that this one takes over, with the first attempt. */
  handed?: HandedSession | undefined;
  /** A viewer types nothing and takes the size of the owner. */
  viewer: boolean;
  /** Comes to a session that is shared: takes the size of the owner, and types where the share says so. */
  guest?: { code: string };
  /** What the terminal shows, for questions about it. */
  name: string;
  visible: boolean;
  /** Whether keys go here, of those in view; the one in view when absent. */
  focused?: boolean;
  /** Hears what a person types, beside this terminal. */
  onTyped?: (text: string) => void;
  /** What a key becomes before it is sent. */
  changeTyped?: (text: string) => string;
  /** Takes a paste over; false leaves it to this terminal. */
  takePaste?: (source: string) => boolean;
  /** Option of the connection; overrides the person's preference. */
  backspaceAsCtrlH?: boolean;
  onPhase: (phase: 'connecting' | 'connected' | 'ended') => void;
  /** Hears when its line is lost, and when it is back or given up. */
  onLost?: (lost: boolean) => void;
}

export interface TerminalState {
  session: TerminalSessionData | null;
  ending: Ending | null;
  pending: number;
  found: { index: number; count: number } | null;
  searching: boolean;
  /** What a program waits to transfer. */
  transfer: TransferKind | null;
  /** When it is given up to come back to the session, while the line is lost; milliseconds. */
  lostUntil: number | null;
  /** When the gateway restarts, where it said so; milliseconds. */
  restartAt: number | null;
  people: SessionPeople;
}

export interface TerminalHandle extends TerminalState {
  view: RefObject<TerminalView | null>;
  connection: RefObject<Connection | null>;
  setSearching: (on: boolean) => void;
  endTransfer: () => void;
  /** Lets another page take the session; null when there is none that it could. */
  handOver: () => Promise<HandedSession | null>;
}

/** Puts a terminal into `box` and keeps it connected to its session; the one place where React, the emulator and the socket meet. */
export function useTerminal(box: RefObject<HTMLDivElement | null>, input: TerminalInput): TerminalHandle {
  const { preferences } = useServices();
  const t = useTranslate();
  const { language } = useLanguage();
  const confirm = useConfirm();
  const view = useRef<TerminalView | null>(null);
  const connection = useRef<Connection | null>(null);
  const drawn = useRef<(then: () => void) => void>((then) => then());
  const [session, setSession] = useState<TerminalSessionData | null>(null);
  const [ending, setEnding] = useState<Ending | null>(null);
  const [pending, setPending] = useState(0);
  const [found, setFound] = useState<TerminalState['found']>(null);
  const [searching, setSearching] = useState(false);
  const [transfer, setTransfer] = useState<TransferKind | null>(null);
  const [lostUntil, setLostUntil] = useState<number | null>(null);
  const [restartAt, setRestartAt] = useState<number | null>(null);
  const people = useSessionPeople();
  const latest = useRef({ input, t, confirm, preferences, session, language, people });
  latest.current = { input, t, confirm, preferences, session, language, people };
  const { backspaceAsCtrlH, focused = input.visible } = input;
  const keys = useMemo(
    () => (backspaceAsCtrlH === undefined ? preferences : { ...preferences, backspaceAsCtrlH }),
    [preferences, backspaceAsCtrlH],
  );
  const chosen = useRef(keys);
  chosen.current = keys;

  useEffect(() => {
    if (!box.current) return;
    const paste = async (source: string): Promise<void> => {
      const { t: speak, confirm: ask } = latest.current;
      const bracketed = view.current?.bracketed() ?? false;
      if (needsConfirm(source, bracketed)) {
        const agreed = await ask({
          title: speak(sessionWords.pasteLines, { count: countLines(source) }),
          text: speak(sessionWords.pasteLinesText),
          action: speak(sessionWords.paste),
          cancel: speak(shellWords.cancel),
        });
        view.current?.focus();
        if (!agreed) return;
      }
      connection.current?.type(pasteText(source, bracketed));
    };
    const openLink = async (address: string): Promise<void> => {
      const { t: speak, confirm: ask, input: current } = latest.current;
      const agreed = await ask({
        title: speak(sessionWords.openLink),
        text: speak(sessionWords.openLinkText, { name: current.name, address }),
        action: speak(sessionWords.open),
        cancel: speak(shellWords.cancel),
      });
      if (agreed) window.open(address, '_blank', 'noopener,noreferrer');
    };
    const made = createTerminalView(box.current, chosen.current, {
      onType(text, byHand) {
        const { changeTyped, onTyped } = latest.current.input;
        const sent = byHand ? (changeTyped?.(text) ?? text) : text;
        connection.current?.type(sent);
        if (byHand) onTyped?.(sent);
      },
      onBytes: (bytes) => connection.current?.typeBytes(bytes),
      onResize: (size) => connection.current?.resize(size),
      onPaste: (text) => latest.current.input.takePaste?.(text) || void paste(text),
      onSearch: () => setSearching(true),
      onTransfer: (kind) => latest.current.input.viewer || setTransfer(kind),
      onLink: (address) => void openLink(address),
      onSearchResults: setFound,
      rights: () => {
        const actions = latest.current.session?.permission?.actions;
        return { copy: actions?.includes('copy') ?? false, paste: actions?.includes('paste') ?? false };
      },
      onRefused: (what) => toast.info(latest.current.t(what === 'copy' ? sessionWords.noCopy : sessionWords.noPaste)),
    });
    view.current = made;
    return () => {
      made.dispose();
      view.current = null;
    };
  }, [box]);

  useEffect(() => {
    view.current?.setPreferences(keys);
  }, [keys]);

  useEffect(() => {
    view.current?.describe(t(sessionWords.escape));
  }, [t]);

  useEffect(() => {
    view.current?.setVisible(input.visible);
  }, [input.visible]);

  useEffect(() => {
    if (focused) view.current?.focus();
  }, [focused]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection is made per attempt; everything else is read when needed
  useEffect(() => {
    const screen = view.current;
    if (!screen) return;
    let wanted = true;
    const { viewer, guest, address, attempt } = latest.current.input;
    const handed = attempt === 1 ? latest.current.input.handed : undefined;
    if (attempt > 1) screen.write(NEW_LEAF);
    const phase = (now: 'connecting' | 'connected' | 'ended'): void => latest.current.input.onPhase(now);
    const output = createOutputQueue(screen.write, (bytes) => {
      screen.write(
        `\r\n\u001b[7m ${latest.current.t(sessionWords.skipped, { size: sizeText(bytes, latest.current.language) })} \u001b[0m\r\n`,
      );
    });
    setEnding(null);
    setTransfer(null);
    setSession(null);
    setRestartAt(null);
    latest.current.people.reset();
    screen.setReadOnly(viewer || guest !== undefined);
    phase('connecting');

    function lost(until: number | null): void {
      setLostUntil(until);
      latest.current.input.onLost?.(until !== null);
    }

    function finish(how: Ending): void {
      if (!wanted) return;
      lost(null);
      setRestartAt(null);
      output.whenDrawn(() => {
        if (!wanted) return;
        screen?.setReadOnly(true);
        setEnding(how);
        phase('ended');
      });
    }

    const isFocused = (): boolean => latest.current.input.focused ?? latest.current.input.visible;
    drawn.current = output.whenDrawn;
    connection.current = openConnection(
      handed ? screen.restore(handed).then(() => returnUrl(handed.address, handed.session)) : address(),
      { returns: !viewer && !guest, ...guest, ...(handed ? { from: handed } : {}) },
      {
        size: screen.size,
        onOutput: output.push,
        onSession: (data) => {
          // The rules of a session are told again when they change, whatever a person is doing.
          const begins = latest.current.session === null;
          setSession(data);
          phase('connected');
          if (begins && !viewer && isFocused()) screen.focus();
        },
        onResize: (size) => (viewer || guest) && screen.follow(size),
        onError: (detail) => latest.current.people.refused(detail),
        onNews(news, me) {
          latest.current.people.hear(news, me);
          if (!guest || news.kind !== 'members') return;
          const writable = news.members.some((member) => member.terminal_id === me && member.writable);
          screen.setReadOnly(!writable);
          if (writable && isFocused()) screen.focus();
        },
        onEnd: finish,
        onPending: setPending,
        onLost: (until) => {
          lost(until);
          // Its size may have changed meanwhile, and it takes keys again.
          if (until === null && isFocused()) screen.focus();
        },
        onRestart: setRestartAt,
      },
    );
    return () => {
      wanted = false;
      connection.current?.close();
      connection.current = null;
    };
  }, [input.attempt]);

  const handOver = async (): Promise<HandedSession | null> => {
    const line = connection.current?.release();
    if (!line) return null;
    await new Promise<void>((then) => drawn.current(then));
    return view.current ? { ...line, ...view.current.screen() } : null;
  };

  const endTransfer = (): void => {
    connection.current?.type(CANCEL_TRANSFER);
    setTransfer(null);
  };
  return {
    session,
    ending,
    pending,
    found,
    searching,
    transfer,
    lostUntil,
    restartAt,
    people,
    view,
    connection,
    setSearching,
    endTransfer,
    handOver,
  };
}
