import { ApiError } from '@postern/client/http';
import { useServices } from '../shell/services.tsx';
import type { Api } from '../transport/api.ts';
import { socketBase, terminalUrl } from '../transport/endpoint.ts';
import { TerminalPane } from './TerminalPane.tsx';
import type { SessionTab } from './tabs.ts';
import type { Sessions } from './useSessions.ts';

/** Every open terminal; only the active one is shown, the others keep running. */
export function SessionPanes({ sessions }: { sessions: Sessions }) {
  const { api } = useServices();
  const { state, actions } = sessions;
  return state.tabs.map((tab) => (
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
    />
  ));
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
