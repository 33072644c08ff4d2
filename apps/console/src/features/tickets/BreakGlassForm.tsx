import { addressOf } from '@postern/client/api';
import { EmptyState } from '@postern/ui';
import { Siren } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AreaInput } from '../../fields/text/TextInput.tsx';
import { relatedIds } from '../../model/metadata.ts';
import type { Values } from '../../model/values.ts';
import { confirmTypeOf, useIdentityCheck } from '../../screens/confirm/useIdentityCheck.tsx';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { NextStep } from '../../screens/page/NextStep.tsx';
import { useAuth, useOrg, usePublicSettings } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { orgsOf } from '../../startup/views.ts';
import { AccountsInput } from '../permissions/AccountsInput.tsx';
import { wireAccounts } from '../permissions/account-choice.ts';
import { RESOURCES } from '../resources.ts';
import { OrganisationInput, offered } from './RequestForm.tsx';
import { ticketPage } from './tickets.ts';
import { useAskForAccess } from './useAskForAccess.ts';

/** Somebody takes access now, without approval, and answers for it afterwards (docs/behaviour/tickets.md#emergency-access). */
export function BreakGlassForm() {
  const { t } = useTranslation('tickets');
  const { profile } = useAuth();
  const settings = usePublicSettings();
  const { org: current } = useOrg();
  const orgs = orgsOf('workbench', profile);
  const { guarded, dialog } = useIdentityCheck();
  const ask = useAskForAccess();
  /** Refusals stand in the form, but for the one that asks for a second factor. */
  const take = async (body: Values | FormData): Promise<Values | undefined> => {
    let refused: unknown;
    const saved = await guarded(() =>
      client.applyAssetTickets
        .breakGlass(body as unknown as Parameters<typeof client.applyAssetTickets.breakGlass>[0])
        .catch((error: unknown) => {
          if (confirmTypeOf(error)) throw error;
          refused = error;
          return undefined;
        }),
    );
    if (refused) throw refused;
    // What was saved is called by its title.
    return saved && { ...saved, name: saved.title };
  };
  if (settings.TICKET_BREAK_GLASS !== true)
    return <EmptyState icon={Siren} title={t('take')} text={t('takeClosed')} action={<NextStep steps={[ask]} />} />;
  return (
    <>
      <ResourceForm
        definition={{
          resource: { ...RESOURCES.ticket, path: '/tickets/my-tickets' },
          url: addressOf('applyAssetTickets', 'breakGlass'),
          title: t('take'),
          hint: t('takeHint', { minutes: settings.TICKET_BREAK_GLASS_MINUTES ?? 60 }),
          listTo: '/tickets/my-tickets',
          saveAndAdd: false,
          verb: t('takeNow'),
          next: (saved) => ticketPage({ id: String(saved.id), type: 'apply_asset' }),
          link: (saved) => ticketPage({ id: String(saved.id), type: 'apply_asset' }),
          groups: [
            { title: t('takeWhy'), fields: ['org_id', 'comment'] },
            { title: t('wanted'), purpose: t('takePurpose'), fields: ['apply_nodes', 'apply_assets', 'apply_accounts', 'apply_actions'] },
          ],
          initial: {
            org_id: (orgs.find(({ id }) => id === current?.id) ?? orgs[0])?.id,
            apply_nodes: [],
            apply_assets: [],
            apply_accounts: ['@ALL'],
            apply_actions: ['all'],
            comment: '',
          },
          fields: {
            org_id: { Input: OrganisationInput, label: t('organisation') },
            apply_nodes: offered('nodes'),
            apply_assets: offered('assets'),
            apply_accounts: { Input: AccountsInput },
            comment: { Input: AreaInput, label: t('reason') },
          },
          follow: (changed) => ('org_id' in changed ? { apply_nodes: [], apply_assets: [] } : {}),
          send: take,
          prepare: (values) => ({
            ...values,
            apply_nodes: relatedIds(values.apply_nodes),
            apply_assets: relatedIds(values.apply_assets),
            apply_accounts: wireAccounts(values.apply_accounts),
          }),
        }}
      />
      {dialog}
    </>
  );
}
