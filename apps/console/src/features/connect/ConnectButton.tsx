import './connect.css';
import { Button, type MenuLine, toast, WhyNot } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useIdentityCheck } from '../../screens/confirm/useIdentityCheck.tsx';
import { PopMenu } from '../../screens/list/PopMenu.tsx';
import { usePublicSettings } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useUnless } from '../../session/useRefusals.ts';
import { askInTerminal, type Choice, choicesOf, keyOfChoice, lastChoice, openTerminal, type ReachedAsset, type Ways } from './connect.ts';
import { openNative } from './native.ts';

const ASK = 'ask';

/**
 * One press connects as the last time; the menu has every account and way (docs/behaviour/workbench.md#connecting).
 *
 * @param primary it is what the page is for
 */
export function ConnectButton({ asset, primary = false }: { asset: ReachedAsset; primary?: boolean }) {
  const { t } = useTranslation('workbench');
  const unless = useUnless();
  const { SECURITY_LUNA_REMEMBER_AUTH: kept = true } = usePublicSettings();
  // A rule may ask for a second factor first.
  const { guarded, dialog } = useIdentityCheck();
  const [wanted, setWanted] = useState(false);
  const offered = useChoices(asset, wanted);
  const choices = offered.data ?? [];
  const flat = choices.flatMap((group) => group.choices);
  // Keys of a menu go into selectors: names of accounts have no place in them.
  const menuKey = (choice: Choice) => `way-${flat.indexOf(choice)}`;
  const last = lastChoice(localStorage, asset.id, kept);
  const chosen = flat.find((one) => keyOfChoice(one) === last);
  const pick = (key: string) => {
    if (key === ASK) return askInTerminal(asset);
    const choice = flat.find((one) => menuKey(one) === key);
    if (choice?.way.type === 'native')
      void guarded(() => openNative(asset.id, choice).then(() => true)).then((started) => started && toast.info(t('connect.started')));
    else if (choice)
      openTerminal([{ asset: asset.id, account: choice.account.alias, protocol: choice.protocol, method: choice.way.value }], asset.org_id);
  };
  const items = (): MenuLine[] => {
    if (offered.isError) return [{ key: 'failed', label: t('connect.failed'), locked: true }];
    if (!offered.data) return [{ key: 'loading', label: t('connect.loading'), locked: true }];
    const groups = choices.map(({ name, choices: ways }, at) => ({
      key: `as-${at}`,
      type: 'group' as const,
      label: t('connect.as', { account: name }),
      children: ways.map((choice) => ({
        key: menuKey(choice),
        // The heading above is nothing that a screen reader says with each line.
        label: (
          <>
            {wayName(choice)} <span className="p-visually-hidden">{t('connect.as', { account: name })}</span>
          </>
        ),
        why: unless(choice.way.disabled !== true, 'refused:noWay'),
      })),
    }));
    if (groups.length === 0) return [{ key: 'none', label: t('connect.none'), locked: true }];
    return [...groups, { type: 'divider' }, { key: ASK, label: t('connect.ask') }];
  };
  const wayName = ({ protocol, way }: Choice) =>
    t(way.type === 'native' ? 'connect.client' : 'connect.way', { protocol: protocol.toUpperCase(), way: way.label });
  const off = asset.is_active === false && t('connect.off');
  const press = {
    'aria-label': t('connect.to', { name: asset.name }),
    onClick: () => openTerminal([{ asset: asset.id }], asset.org_id),
  };
  return (
    <span className="connect-split">
      {primary ? (
        <Button type="primary" refused={off} {...press}>
          {t('connect.connect')}
        </Button>
      ) : (
        <WhyNot reason={off}>
          <button type="button" className="p-bare s-link" {...press}>
            {t('connect.connect')}
          </button>
        </WhyNot>
      )}
      {asset.is_active === false ? null : (
        <PopMenu items={items} onOpen={() => setWanted(true)} onPick={pick} chosen={chosen ? [menuKey(chosen)] : []}>
          {(button) => (
            <button {...button} type="button" className="p-bare s-icon-button" aria-label={t('connect.ways', { name: asset.name })}>
              <ChevronDown size={14} aria-hidden />
            </button>
          )}
        </PopMenu>
      )}
      {dialog}
    </span>
  );
}

/** Accounts of an asset, each with its ways, asked for when the menu opens. */
function useChoices(asset: ReachedAsset, enabled: boolean) {
  return useQuery({
    queryKey: [...keyOf('permsUsers', 'accounts', 'self', asset.id), 'ways'],
    enabled,
    queryFn: async ({ signal }) => {
      const [accounts, ways] = await Promise.all([
        client.permsUsers.accounts('self', asset.id, {}, { signal }),
        // Asked without `flat` they come by protocol.
        client.components.connectMethods({ asset_id: asset.id }, { signal }) as Promise<Ways>,
      ]);
      return accounts
        .map((account) => ({ name: account.name, choices: choicesOf(asset, account, ways) }))
        .filter(({ choices }) => choices.length > 0);
    },
  });
}
