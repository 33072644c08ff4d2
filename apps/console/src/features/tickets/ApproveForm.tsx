import { addressOf } from '@postern/client/api';
import { Surface } from '@postern/ui';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { ReferenceInput } from '../../fields/reference/ReferenceInput.tsx';
import { relatedIds } from '../../model/metadata.ts';
import type { FieldSpec } from '../../screens/form/form-definition.ts';
import { ResourceForm } from '../../screens/form/ResourceForm.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { AccountsInput } from '../permissions/AccountsInput.tsx';
import { wireAccounts } from '../permissions/account-choice.ts';
import { RESOURCES } from '../resources.ts';
import type { Request } from './tickets.ts';

const FIELDS = ['apply_nodes', 'apply_assets', 'apply_accounts', 'apply_actions', 'apply_date_start', 'apply_date_expired'] as const;

interface ApproveFormProps {
  ticket: Request;
  onDone: () => Promise<void>;
}

/**
 * Gives less than was asked for, or, to who may write permissions there, something else (docs/behaviour/tickets.md#giving-something-else). As it was
 * asked it is approved by the button of all tickets.
 */
export function ApproveForm({ ticket, onDone }: ApproveFormProps) {
  const { t } = useTranslation('tickets');
  const [open, setOpen] = useState(false);
  const { can } = useAuth();
  const free = can('assets.view_asset');
  const related = (what: 'assets' | 'nodes', offered: unknown): FieldSpec =>
    free
      ? { Input: ReferenceInput, props: { multiple: true, url: addressOf(what, 'list', { fields_size: 'mini', oid: ticket.org_id }) } }
      : { Input: AskedInput, props: { offered } };
  if (!open)
    return (
      <Button type="link" className="ticket__else" onClick={() => setOpen(true)}>
        {t('giveElse')}
      </Button>
    );
  return (
    <Surface title={t('giveElse')}>
      <ResourceForm
        definition={{
          resource: RESOURCES.ticket,
          url: addressOf('applyAssetTickets', 'approve', String(ticket.id)),
          groups: [{ title: t('given'), purpose: t('givenPurpose'), fields: FIELDS }],
          initial: Object.fromEntries(FIELDS.map((name) => [name, ticket[name]])),
          fields: {
            apply_nodes: related('nodes', ticket.apply_nodes),
            apply_assets: related('assets', ticket.apply_assets),
            apply_accounts: { Input: AccountsInput },
          },
          link: false,
          prepare: (values) => ({ ...values, apply_accounts: wireAccounts(values.apply_accounts) }),
          send: async (body) => {
            const given = body as unknown as Parameters<typeof client.applyAssetTickets.approve>[1];
            await client.applyAssetTickets.approve(String(ticket.id), given);
            await onDone();
            return undefined;
          },
        }}
      />
    </Surface>
  );
}

/** Some of what was asked for. */
function AskedInput({ offered, value, onChange, ...props }: InputProps) {
  const rows = (offered ?? []) as readonly { id: string; name: string }[];
  return (
    <Select
      {...controlProps(props)}
      mode="multiple"
      aria-label={props.info.label}
      options={rows.map(({ id, name }) => ({ value: id, label: name }))}
      value={relatedIds(value)}
      onChange={(ids) => onChange?.(ids)}
    />
  );
}
