import { FILES_METHOD } from '@postern/client/connect-picks';
import { ApiError } from '@postern/client/http';
import { useMediaQuery } from '@postern/ui';
import { lazy, type ReactNode, Suspense } from 'react';
import { Borders } from '../panes/Borders.tsx';
import { PaneSlot } from '../panes/PaneSlot.tsx';
import { rectOf, shownKeys, splitOf } from '../panes/splits.ts';
import { useServices } from '../shell/services.tsx';
import type { Api } from '../transport/api.ts';
import { filesUrl, socketBase, terminalUrl } from '../transport/endpoint.ts';
import { TerminalPane } from './TerminalPane.tsx';
import type { SessionTab } from './tabs-state.ts';
import type { Sessions } from './useSessions.ts';
import '../panes/panes.css';

// Most people open terminals only.
const FilesPane = lazy(() => import('../files/FilesPane.tsx').then((module) => ({ default: module.FilesPane })));

/** Every open session; those in view lie in their places, the others keep running. */
export function SessionPanes({ sessions }: { sessions: Sessions }) {
  const { state, actions } = sessions;
  // There is no room for two on a phone.
  const small = useMediaQuery('(max-width: 767.98px)');
  const split = splitOf(state, state.active);
  const together = split && !split.zoomed && !small ? split : undefined;
  const shown = together ? shownKeys(state) : [state.active];
  // Not in the order of the tabs: a terminal that is moved in the document would lose where it was scrolled to.
  const tabs = state.tabs.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return (
    <>
      {tabs.map((tab) => {
        const visible = shown.includes(tab.key);
        return (
          <PaneSlot
            key={tab.key}
            tab={tab}
            state={state}
            rect={visible && together ? rectOf(together, tab.key) : undefined}
            visible={visible}
            bar={visible && split !== undefined && !small}
            actions={actions}
          >
            <Pane tab={tab} sessions={sessions} visible={visible} />
          </PaneSlot>
        );
      })}
      {together ? <Borders split={together} onResize={(axis, at, by) => actions.resize(together.id, axis, at, by)} /> : null}
    </>
  );
}

function Pane({ tab, sessions, visible }: { tab: SessionTab; sessions: Sessions; visible: boolean }): ReactNode {
  const { api } = useServices();
  const { state, actions, input } = sessions;
  if (tab.method === FILES_METHOD) {
    return (
      <Suspense fallback={null}>
        <FilesPane
          input={{
            address: async () => filesUrl(await endpointBase(api, { token: tab.tokenId }), tab.tokenId, Date.now()),
            attempt: tab.attempt,
            visible,
            onPhase: (phase) => actions.phase(tab.key, phase),
          }}
          facts={{ asset: `${tab.target.assetName} (${tab.target.address})`, account: tab.account, protocol: 'sftp' }}
          asset={tab.target.assetName}
          onReconnect={() => void actions.reconnect(tab)}
        />
      </Suspense>
    );
  }
  return (
    <TerminalPane
      input={{
        address: () => sessionAddress(api, tab),
        attempt: tab.attempt,
        handed: tab.handed,
        viewer: false,
        name: tab.target.assetName,
        visible,
        focused: tab.key === state.active,
        onTyped: (text) => input.typed(tab.key, text),
        takePaste: (source) => input.takePaste(tab.key, source),
        backspaceAsCtrlH: tab.options.backspaceAsCtrlH === '1',
        onPhase: (phase) => actions.phase(tab.key, phase),
        onLost: (lost) => actions.lost(tab.key, lost),
      }}
      facts={{ asset: `${tab.target.assetName} (${tab.target.address})`, account: tab.account, protocol: tab.protocol }}
      onReconnect={() => void actions.reconnect(tab)}
      register={(control) => actions.register(tab.key, control)}
      {...(tab.files ? { onFiles: () => void actions.openFiles(tab) } : {})}
    />
  );
}

async function sessionAddress(api: Api, tab: SessionTab): Promise<string> {
  const base = await endpointBase(api, { token: tab.tokenId });
  return terminalUrl(base, { token: tab.tokenId, options: { disableautohash: tab.options.disableautohash ?? '' } }, Date.now());
}

/** Base address of the gateway for a token or a session; a core that names none is served on this very address. */
export async function endpointBase(api: Api, query: { token?: string; session_id?: string }): Promise<string> {
  const protocol = window.location.protocol.replace(':', '');
  const endpoint = await api.endpoint({ protocol, ...query }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  return socketBase(endpoint, window.location);
}
