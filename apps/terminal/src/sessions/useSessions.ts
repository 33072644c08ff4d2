import { FILES_METHOD } from '@postern/client/connect-picks';
import { markOf } from '@postern/contract/machine-marks';
import { toast, useConfirm } from '@postern/ui';
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { useObtainToken } from '../connect/access.tsx';
import type { Granted } from '../connect/useConnect.tsx';
import { MOST_PANES, splitOf } from '../panes/splits.ts';
import { usePaneInput } from '../panes/usePaneInput.ts';
import { paneWords } from '../panes/words.ts';
import { useTranslate } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import { shellWords } from '../shell/words.ts';
import { HANDOVER_ADDRESS, handOver } from './handover.ts';
import type { PaneControl } from './TerminalPane.tsx';
import { membersOf } from './tab-groups.ts';
import { type CloseScope, closing, reduceTabs } from './tabs.ts';
import { GROUP_COLOURS, NO_TABS, type SessionTab, type Shape, type TabGroup, type TabPhase } from './tabs-state.ts';
import { sessionWords } from './words.ts';

/** Pages without a secure context have no `randomUUID`. */
const freshId = (): string => crypto.randomUUID?.() ?? `${performance.now()}-${performance.timeOrigin}`;

/** The tab of a session that opens anew by a token. */
const anew = ({ handed: _taken, ...tab }: SessionTab, token: { id: string }): SessionTab => ({
  ...tab,
  key: `${tab.key}+${token.id}`,
  tokenId: token.id,
  attempt: 1,
  phase: 'connecting',
});

/** The sessions of this page and what can be done with them. */
export function useSessions() {
  const { api } = useServices();
  const obtain = useObtainToken();
  const confirm = useConfirm();
  const t = useTranslate();
  const [state, dispatch] = useReducer(reduceTabs, NO_TABS);
  const controls = useRef(new Map<string, PaneControl>());
  const input = usePaneInput(state, controls);
  const latest = useRef({ state, t });
  latest.current = { state, t };
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
        key: freshId(),
        title: asset.name,
        target: { assetId: asset.id, assetName: asset.name, address: asset.address, type: asset.type.value, mark: markOf(asset.labels) },
        account: granted.accountName,
        protocol: granted.protocol,
        method: granted.method,
        files: granted.files,
        tokenId: token.id,
        options: granted.options,
        attempt: 1,
        phase: 'connecting',
        group: null,
      },
    });
  }, []);

  const actions = useMemo(() => {
    /** Opens the session of a tab once more, after it or in its split. */
    const again = async (tab: SessionTab, place: 'after' | 'beside'): Promise<void> => {
      const token = await obtain((createTicket) => api.exchangeToken(tab.tokenId, createTicket));
      if (token) dispatch({ type: 'open', tab: anew(tab, token), [place]: tab.key });
    };
    const fits = (key: string): boolean => {
      const room = (splitOf(latest.current.state, key)?.members.length ?? 1) < MOST_PANES;
      if (!room) toast.info(latest.current.t(paneWords.full));
      return room;
    };
    return {
      activate: (key: string) => dispatch({ type: 'activate', key }),
      step: (by: 1 | -1) => dispatch({ type: 'step', by }),
      rename: (key: string, title: string) => dispatch({ type: 'rename', key, title }),
      phase: (key: string, phase: TabPhase) => dispatch({ type: 'phase', key, phase }),
      lost: (key: string, lost: boolean) => dispatch({ type: 'lost', key, lost }),
      reconnect: async (tab: SessionTab) => {
        const token = await obtain((createTicket) => api.exchangeToken(tab.tokenId, createTicket));
        if (token) dispatch({ type: 'reconnect', key: tab.key, tokenId: token.id });
      },
      clone: (tab: SessionTab) => again(tab, 'after'),
      split: async (tab: SessionTab) => {
        if (fits(tab.key)) await again(tab, 'beside');
      },
      join: (key: string, beside: string) => {
        if (fits(beside)) dispatch({ type: 'join', key, beside });
      },
      leave: (key: string) => dispatch({ type: 'leave', key }),
      shape: (key: string, shape: Shape) => dispatch({ type: 'shape', key, shape }),
      zoom: (key: string) => dispatch({ type: 'zoom', key }),
      resize: (split: string, axis: 'x' | 'y', at: number, by: number) => dispatch({ type: 'resize', split, axis, at, by }),
      grow: (key: string, by: number) => dispatch({ type: 'grow', key, by }),
      sync: (keys: readonly string[]) => dispatch({ type: 'sync', keys }),
      move: (key: string, to: string) => dispatch({ type: 'move', key, to }),
      shift: (key: string, by: 1 | -1) => dispatch({ type: 'shift', key, by }),
      newGroup: (key: string) => {
        const { groups } = latest.current.state;
        const colour = GROUP_COLOURS.find((one) => groups.every((group) => group.colour !== one)) ?? GROUP_COLOURS[0];
        dispatch({ type: 'newGroup', key, id: freshId(), name: '', colour });
      },
      regroup: (key: string, group: string | null) => dispatch({ type: 'regroup', key, group }),
      changeGroup: (id: string, patch: Partial<TabGroup>) => dispatch({ type: 'changeGroup', id, patch }),
      openFiles: async (tab: SessionTab) => {
        const { files } = tab;
        const token = files && (await obtain((createTicket) => api.createToken(files, createTicket)));
        if (token) dispatch({ type: 'open', tab: { ...anew(tab, token), method: FILES_METHOD }, after: tab.key });
      },
      register: (key: string, control: PaneControl | null) => {
        if (control) controls.current.set(key, control);
        else controls.current.delete(key);
      },
      focus: (key: string | null) => controls.current.get(key ?? '')?.focus(),
    };
  }, [api, obtain]);

  /** Closes tabs. Ending several running sessions is asked first, and ending one where keys did it: they are pressed by mistake, a cross is aimed at. */
  const close = async (key: string, scope: CloseScope, byKeys = false): Promise<void> => {
    const running = closing(state, key, scope).filter((tab) => tab.phase === 'connected');
    const [one] = running;
    const single = running.length === 1;
    const agreed =
      !one ||
      (single && !byKeys) ||
      (await confirm({
        title: single ? t(sessionWords.closeOne, { name: one.title }) : t(sessionWords.closeLive, { count: running.length }),
        action: t(single ? sessionWords.endSession : sessionWords.endSessions),
        cancel: t(shellWords.cancel),
        danger: true,
      }));
    if (agreed) dispatch({ type: 'close', key, scope });
  };

  /** Closing a group always asks: it may not be in view. */
  const closeGroup = async (group: TabGroup): Promise<void> => {
    const agreed = await confirm({
      title: t(sessionWords.closeGroupTitle, { name: group.name, count: membersOf(state, group.id).length }),
      action: t(sessionWords.closeGroup),
      cancel: t(shellWords.cancel),
      danger: true,
    });
    if (agreed) dispatch({ type: 'closeGroup', id: group.id });
  };

  /** Into a window of its own, with its session where that can go on there; else it opens anew, and the one here ends then. */
  const tear = async (tab: SessionTab): Promise<void> => {
    const control = controls.current.get(tab.key);
    const moves = control?.movable() === true && tab.phase === 'connected';
    const agreed = await confirm({
      title: t(sessionWords.newWindowTitle, { name: tab.title }),
      text: t(moves ? sessionWords.newWindowMoves : sessionWords.newWindowText),
      action: t(sessionWords.newWindowAct),
      cancel: t(shellWords.cancel),
    });
    if (!agreed) return;
    // At once: browsers open windows for a person who has just pressed something.
    const opened = window.open(HANDOVER_ADDRESS, '_blank', 'popup,width=1100,height=700');
    if (!opened) {
      toast.error(t(sessionWords.newWindowBlocked));
      return;
    }
    const give = async (): Promise<SessionTab | null> => {
      if (moves) {
        const handed = await control.handOver();
        return handed && { ...tab, handed };
      }
      const token = await obtain((createTicket) => api.exchangeToken(tab.tokenId, createTicket));
      return token && anew(tab, token);
    };
    if (await handOver(opened, give)) {
      dispatch({ type: 'close', key: tab.key, scope: 'one' });
      return;
    }
    if (moves) control.takeBack();
    opened.close();
  };

  /** A session that another page hands over. */
  const take = useCallback((tab: SessionTab) => dispatch({ type: 'open', tab }), []);

  /** Terminals that take input now. */
  const terminals = state.tabs.filter((tab) => tab.method !== FILES_METHOD && tab.phase === 'connected');
  return { state, open, take, actions: { ...actions, close, closeGroup, tear }, terminals, input };
}
export type Sessions = ReturnType<typeof useSessions>;
