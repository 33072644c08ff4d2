import { sizeText } from '@postern/ui';
import { Circle, CircleDot, Eye, FolderOpen, LoaderCircle, Search, Users } from 'lucide-react';
import { sharingWords } from '../sharing/words.ts';
import { useLanguage, useTranslate } from '../shell/language.tsx';
import { TimeLeft } from './TimeLeft.tsx';
import type { TerminalState } from './useTerminal.ts';
import { sessionWords } from './words.ts';

/** What a session is about, as its bar says it. */
export interface PaneFacts {
  asset: string;
  account: string;
  protocol: string;
}

interface StatusBarProps {
  facts: PaneFacts;
  terminal: Pick<TerminalState, 'session' | 'ending' | 'pending'> & Partial<Pick<TerminalState, 'lostUntil'>>;
  viewer: boolean;
  /** Of terminals: nothing is pasted into files, and they are searched in their own way. */
  onStopPaste?: () => void;
  onSearch?: () => void;
  /** Opens the files of the same account. */
  onFiles?: () => void;
  /** Shows who is in the session, and shares it. */
  onPeople?: () => void;
  members?: number;
  /** Who watches it, where the settings tell. */
  watchers?: readonly string[];
}

/** Below this many characters a paste is over before anybody could read about it. */
const SHOW_PASTE_FROM = 64 * 1024;

/**
 * The slim bar under a terminal: asset, account, protocol, state, recording mark, time left
 * (docs/behaviour/appearance.md#status-bar-of-a-terminal).
 */
export function StatusBar({
  facts,
  terminal,
  viewer,
  onStopPaste,
  onSearch,
  onFiles,
  onPeople,
  members = 0,
  watchers = [],
}: StatusBarProps) {
  const t = useTranslate();
  const { language } = useLanguage();
  const { session, ending, pending, lostUntil } = terminal;
  const who = members > 1 ? t(sharingWords.count, { count: members }) : t(sharingWords.share);
  const lost = typeof lostUntil === 'number';
  const state = ending
    ? sessionWords.ended
    : lost
      ? sessionWords.reconnecting
      : session
        ? viewer
          ? sessionWords.watching
          : sessionWords.connected
        : sessionWords.connecting;
  return (
    <footer className="pt-status">
      <span className={ending ? 'pt-state pt-state--ended' : session && !lost ? 'pt-state pt-state--on' : 'pt-state'}>
        {ending ? (
          <Circle size={10} aria-hidden="true" />
        ) : session && !lost ? (
          <CircleDot size={10} aria-hidden="true" />
        ) : (
          <LoaderCircle size={11} className="pt-spin" aria-hidden="true" />
        )}
        {t(state)}
      </span>
      <span className="pt-status-asset" title={facts.asset}>
        {facts.asset}
      </span>
      <span className="pt-status-account" title={facts.account}>
        {facts.account}
      </span>
      <span className="pt-status-protocol">{facts.protocol.toUpperCase()}</span>
      <span className="pt-status-gap" />
      {pending > SHOW_PASTE_FROM ? (
        <span className="pt-status-paste" aria-live="polite">
          {t(sessionWords.pasting, { size: sizeText(pending, language) })}
          <button type="button" onClick={onStopPaste}>
            {t(sessionWords.stopPaste)}
          </button>
        </span>
      ) : null}
      {session ? (
        <span className={session.recording && !ending ? 'pt-rec--on' : undefined}>
          <Circle size={9} fill={session.recording ? 'currentColor' : 'none'} aria-hidden="true" />
          {t(session.recording ? sessionWords.recording : sessionWords.notRecorded)}
        </span>
      ) : null}
      {session?.permission && !ending ? <TimeLeft limits={session} asset={facts.asset} /> : null}
      {watchers.length > 0 && !ending ? (
        <span className="pt-watched" role="status" title={watchers.join(', ')}>
          <Eye size={12} aria-hidden="true" />
          {t(sharingWords.watchedBy, { names: watchers.join(', ') })}
        </span>
      ) : null}
      {onPeople && !ending ? (
        <button type="button" className="pt-status-button pt-status-files" aria-label={who} title={who} onClick={onPeople}>
          <Users size={13} aria-hidden="true" />
          <span className="pt-status-word">{who}</span>
        </button>
      ) : null}
      {onFiles && !ending ? (
        <button
          type="button"
          className="pt-status-button pt-status-files"
          aria-label={t(sessionWords.files)}
          title={t(sessionWords.files)}
          onClick={onFiles}
        >
          <FolderOpen size={13} aria-hidden="true" />
          <span className="pt-status-word">{t(sessionWords.files)}</span>
        </button>
      ) : null}
      {onSearch ? (
        <button
          type="button"
          className="pt-status-button"
          onClick={onSearch}
          aria-label={t(sessionWords.search)}
          title={`${t(sessionWords.search)} (Ctrl+Shift+F)`}
        >
          <Search size={13} aria-hidden="true" />
        </button>
      ) : null}
    </footer>
  );
}
