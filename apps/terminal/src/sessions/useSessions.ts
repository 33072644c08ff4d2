import { useConfirm } from '@postern/ui';
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { useObtainToken } from '../connect/access.tsx';
import type { Granted } from '../connect/useConnect.tsx';
import { useTranslate } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import { shellWords } from '../shell/words.ts';
import { FILES_METHOD } from '../transport/api.ts';
import type { PaneControl } from './TerminalPane.tsx';
import { type CloseScope, closing, NO_TABS, reduceTabs, type SessionTab, type TabPhase } from './tabs.ts';
import { sessionWords } from './words.ts';

/** The sessions of this page and what can be done with them. */
export function useSessions() {
  const { api } = useServices();
  const obtain = useObtainToken();
  const confirm = useConfirm();
  const t = useTranslate();
  const [state, dispatch] = useReducer(reduceTabs, NO_TABS);
  const controls = useRef(new Map<string, PaneControl>());
  const live = state.tabs.filter((tab) => tab.phase !== 'ended').length;

  // The browser's own question before a page with running sessions goes away.
  useEffect(() => {
    if (live === 0) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [live]);

  const open = useCallback((granted: Granted) => {
    const { token, asset } = granted;
    dispatch({
      type: 'open',
      tab: {
        key: crypto.randomUUID?.() ?? `${token.id}-${performance.now()}`,
        title: asset.name,
        target: { assetId: asset.id, assetName: asset.name, address: asset.address, type: asset.type.value },
        account: granted.accountName,
        protocol: granted.protocol,
        method: granted.method,
        files: granted.files,
        tokenId: token.id,
        options: granted.options,
        attempt: 1,
        phase: 'connecting',
      },
    });
  }, []);

  const actions = useMemo(
    () => ({
      activate: (key: string) => dispatch({ type: 'activate', key }),
      step: (by: 1 | -1) => dispatch({ type: 'step', by }),
      rename: (key: string, title: string) => dispatch({ type: 'rename', key, title }),
      phase: (key: string, phase: TabPhase) => dispatch({ type: 'phase', key, phase }),
      reconnect: async (tab: SessionTab) => {
        const token = await obtain((createTicket) => api.exchangeToken(tab.tokenId, createTicket));
        if (token) dispatch({ type: 'reconnect', key: tab.key, tokenId: token.id });
      },
      clone: async (tab: SessionTab) => {
        const token = await obtain((createTicket) => api.exchangeToken(tab.tokenId, createTicket));
        if (!token) return;
        const copy: SessionTab = { ...tab, key: `${tab.key}+${token.id}`, tokenId: token.id, attempt: 1, phase: 'connecting' };
        dispatch({ type: 'open', tab: copy, after: tab.key });
      },
      openFiles: async (tab: SessionTab) => {
        const { files } = tab;
        const token = files && (await obtain((createTicket) => api.createToken(files, createTicket)));
        if (!token) return;
        const beside: SessionTab = {
          ...tab,
          key: `${tab.key}+${token.id}`,
          method: FILES_METHOD,
          tokenId: token.id,
          attempt: 1,
          phase: 'connecting',
        };
        dispatch({ type: 'open', tab: beside, after: tab.key });
      },
      register: (key: string, control: PaneControl | null) => {
        if (control) controls.current.set(key, control);
        else controls.current.delete(key);
      },
    }),
    [api, obtain],
  );

  /** Closes tabs; ending several running sessions at once is asked first. */
  const close = async (key: string, scope: CloseScope): Promise<void> => {
    const running = closing(state, key, scope).filter((tab) => tab.phase === 'connected').length;
    const agreed =
      running < 2 ||
      (await confirm({
        title: t(sessionWords.closeLive, { count: running }),
        action: t(sessionWords.endSessions),
        cancel: t(shellWords.cancel),
        danger: true,
      }));
    if (agreed) dispatch({ type: 'close', key, scope });
  };

  const batchTabs = state.tabs.filter((tab) => tab.protocol === 'ssh' && tab.method !== FILES_METHOD && tab.phase === 'connected');
  const sendToAll = (text: string): void => {
    for (const tab of batchTabs) controls.current.get(tab.key)?.type(text);
  };
  return { state, open, actions: { ...actions, close }, batchCount: batchTabs.length, sendToAll };
}
export type Sessions = ReturnType<typeof useSessions>;
