import type { ConnectOrder } from '@postern/client/connect-picks';
import { toast } from '@postern/ui';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { failureText } from '../shell/failure.ts';
import { useTranslate } from '../shell/language.tsx';
import { useServices } from '../shell/services.tsx';
import type { ConnectionToken, GrantedAccount, GrantedAsset, TokenRequest } from '../transport/api.ts';
import { useObtainToken } from './access.tsx';
import { ConnectDialog } from './ConnectDialog.tsx';
import {
  type Choice,
  canSkipDialog,
  carriesOut,
  connectOptions,
  filesRequest,
  firstChoice,
  methodsCalled,
  pickStore,
  readStored,
  type StoredChoice,
  tokenRequest,
  withOrder,
  writeStored,
} from './choice.ts';
import { connectWords } from './words.ts';

/** A session that may be opened now. */
export interface Granted {
  token: ConnectionToken;
  asset: GrantedAsset;
  accountName: string;
  protocol: string;
  method: string;
  /** What opens files of the same account without a secret to be typed; null where there is none. */
  files: TokenRequest | null;
  options: Record<string, string>;
}

interface Pending {
  asset: GrantedAsset;
  accounts: GrantedAccount[];
  initial: Choice;
  stored: StoredChoice | null;
}

/**
 * From an asset to a token: loads what may be used, asks or skips the dialog, gets the token past access rules.
 * `dialog` has to be drawn, and shows one asset after the other where several have to be asked about; `connect` does nothing while an earlier call still runs for the same asset.
 * @param only the one method that this page is for
 */
export function useConnect(
  onGranted: (granted: Granted) => void,
  only?: string,
): {
  connect: (assetId: string, ask?: boolean, order?: ConnectOrder) => Promise<void>;
  dialog: ReactNode;
  busy: boolean;
} {
  const { api, methods: all, preferences, profile, settings } = useServices();
  const methods = useMemo(() => (only === undefined ? all : methodsCalled(all, only)), [all, only]);
  /** What a person picked for terminals stays as it is on a page for another method. */
  const keptAs = useCallback((asset: string) => (only === undefined ? asset : `${asset}.${only}`), [only]);
  const obtain = useObtainToken();
  const t = useTranslate();
  const [waiting, setWaiting] = useState<readonly Pending[]>([]);
  const [busy, setBusy] = useState(false);
  const running = useRef(new Set<string>());

  const request = useCallback(
    async (asset: GrantedAsset, choice: Choice, account: GrantedAccount) => {
      setBusy(true);
      try {
        const wanted = tokenRequest(asset.id, choice, account, profile.username);
        const token = await obtain((createTicket) => api.createToken(wanted, createTicket));
        if (!token) return;
        const accountName = account.alias.startsWith('@') ? wanted.input_username || account.alias : account.name;
        onGranted({
          token,
          asset,
          accountName,
          protocol: choice.protocol,
          method: choice.method,
          files: filesRequest(wanted, asset, account, methods),
          options: connectOptions(choice),
        });
      } finally {
        setBusy(false);
      }
    },
    [api, methods, obtain, onGranted, profile.username],
  );

  const connect = useCallback(
    async (assetId: string, ask = false, order?: ConnectOrder) => {
      if (running.current.has(assetId)) return;
      running.current.add(assetId);
      try {
        const asset = await api.asset(assetId);
        if (!asset) {
          toast.error(t(connectWords.notFoundText));
          return;
        }
        const accounts = await api.accounts(assetId);
        const store = pickStore(localStorage, settings);
        const kept = readStored(store, keptAs(assetId));
        const stored = withOrder(kept, order);
        const initial = firstChoice(asset, accounts, methods, stored, preferences);
        const account = accounts.find((entry) => entry.alias === initial.account);
        const ordered = order !== undefined && carriesOut(order, initial, accounts, kept);
        if (account && ordered) writeStored(store, keptAs(assetId), initial, account);
        if (!ask && account && (ordered || canSkipDialog(initial, accounts, stored))) await request(asset, initial, account);
        else setWaiting((all) => [...all.filter((one) => one.asset.id !== asset.id), { asset, accounts, initial, stored }]);
      } catch (error) {
        toast.error(failureText(error, t));
      } finally {
        running.current.delete(assetId);
      }
    },
    [api, methods, preferences, request, t, settings, keptAs],
  );

  const [pending] = waiting;
  const next = () => setWaiting((all) => all.slice(1));
  const dialog = pending ? (
    <ConnectDialog
      key={pending.asset.id}
      asset={pending.asset}
      accounts={pending.accounts}
      methods={methods}
      initial={pending.initial}
      lastAlias={pending.stored?.account.alias}
      me={profile.username}
      onCancel={next}
      onConnect={(choice, account) => {
        writeStored(pickStore(localStorage, settings), keptAs(pending.asset.id), choice, account);
        next();
        void request(pending.asset, choice, account);
      }}
    />
  ) : null;
  return { connect, dialog, busy };
}
