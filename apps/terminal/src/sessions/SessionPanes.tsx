import { ApiError } from '@postern/client/http';
import { lazy, Suspense } from 'react';
import { useServices } from '../shell/services.tsx';
import { type Api, FILES_METHOD } from '../transport/api.ts';
import { filesUrl, socketBase, terminalUrl } from '../transport/endpoint.ts';
import { TerminalPane } from './TerminalPane.tsx';
import type { SessionTab } from './tabs.ts';
import type { Sessions } from './useSessions.ts';

// Most people open terminals only.
const FilesPane = lazy(() => import('../files/FilesPane.tsx').then((module) => ({ default: module.FilesPane })));

/** Every open session; only the active one is shown, the others keep running. */
export function SessionPanes({ sessions }: { sessions: Sessions }) {
  const { api } = useServices();
  const { state, actions } = sessions;
  return state.tabs.map((tab) =>
    tab.method === FILES_METHOD ? (
      <Suspense key={tab.key} fallback={null}>
        <FilesPane
          input={{
            address: async () => filesUrl(await endpointBase(api, { token: tab.tokenId }), tab.tokenId, Date.now()),
            attempt: tab.attempt,
            visible: tab.key === state.active,
            onPhase: (phase) => actions.phase(tab.key, phase),
          }}
          facts={{ asset: `${tab.target.assetName} (${tab.target.address})`, account: tab.account, protocol: 'sftp' }}
          asset={tab.target.assetName}
          onReconnect={() => void actions.reconnect(tab)}
        />
      </Suspense>
    ) : (
      <TerminalPane
        key={tab.key}
        input={{
          address: () => sessionAddress(api, tab),
          attempt: tab.attempt,
          viewer: false,
          name: tab.target.assetName,
          visible: tab.key === state.active,
          backspaceAsCtrlH: tab.options.backspaceAsCtrlH === '1',
          onPhase: (phase) => actions.phase(tab.key, phase),
        }}
        facts={{ asset: `${tab.target.assetName} (${tab.target.address})`, account: tab.account, protocol: tab.protocol }}
        onReconnect={() => void actions.reconnect(tab)}
        register={(control) => actions.register(tab.key, control)}
        {...(tab.files ? { onFiles: () => void actions.openFiles(tab) } : {})}
      />
    ),
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
