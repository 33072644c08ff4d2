import { addressOf } from '@postern/client/api';
import { ApiError } from '@postern/client/http';
import type { TreeChoice } from '@postern/contract/metadata';
import { exactTime, parseServerDate, Surface } from '@postern/ui';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BitsInput } from '../../fields/bits/BitsInput.tsx';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { ReferenceInput } from '../../fields/reference/ReferenceInput.tsx';
import { relatedIds } from '../../model/metadata.ts';
import type { FieldSpec } from '../../screens/form/form-definition.ts';
import { EmbeddedForm } from '../../screens/form/ResourceForm.tsx';
import { useAuth } from '../../session/auth.tsx';
import { showError } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { AccountsInput } from '../permissions/AccountsInput.tsx';
import { wireAccounts } from '../permissions/account-choice.ts';
import { ALIASES, accountWords, usePermissionWords } from '../permissions/account-words.ts';
import { RESOURCES } from '../resources.ts';
import type { Request } from './tickets.ts';

const FIELDS = ['apply_nodes', 'apply_assets', 'apply_accounts', 'apply_actions', 'apply_date_start', 'apply_date_expired'] as const;
/** What the server says to whoever comes after somebody else. */
const OVERTAKEN: readonly string[] = ['ticket_closed', 'ticket_went_on'];

interface ApproveFormProps {
  ticket: Request;
  /** Something was decided, here or in the meantime by somebody else. */
  onDone: () => Promise<void>;
}

/**
 * Gives less than was asked for, or, to who may write permissions there, something else (docs/behaviour/tickets.md#giving-something-else). As it was
 * asked it is approved by the button of all tickets.
 */
export function ApproveForm({ ticket, onDone }: ApproveFormProps) {
  const { t } = useTranslation(['tickets', 'screens']);
  const [open, setOpen] = useState(false);
  const fields = useGivenFields(ticket);
  if (!open)
    return (
      <Button type="link" className="ticket__else" onClick={() => setOpen(true)}>
        {t('giveElse')}
      </Button>
    );
  const send = async (body: unknown) => {
    try {
      await client.applyAssetTickets.approve(String(ticket.id), body as Parameters<typeof client.applyAssetTickets.approve>[1]);
    } catch (error) {
      // The page that comes then has no form in which this could stand.
      if (!(error instanceof ApiError && OVERTAKEN.includes(error.code))) throw error;
      showError(error);
    }
    await onDone();
    return undefined;
  };
  return (
    <Surface title={t('giveElse')} purpose={t('givenPurpose')}>
      <EmbeddedForm
        definition={{
          resource: RESOURCES.ticket,
          url: addressOf('applyAssetTickets', 'approve', String(ticket.id)),
          groups: [{ title: t('given'), fields: FIELDS }],
          initial: Object.fromEntries(FIELDS.map((name) => [name, ticket[name]])),
          fields,
          saveAndAdd: false,
          verb: t('approve'),
          actions: <Button onClick={() => setOpen(false)}>{t('screens:action.cancel')}</Button>,
          prepare: (values) => ({
            ...values,
            // The request fills them in with their names, which the server does not read.
            apply_nodes: relatedIds(values.apply_nodes),
            apply_assets: relatedIds(values.apply_assets),
            apply_accounts: wireAccounts(values.apply_accounts),
          }),
          send,
        }}
      />
    </Surface>
  );
}

/** Instants are compared as the wire tells them: to the second. */
const secondOf = (instant: unknown): number =>
  Math.floor((parseServerDate(instant as string | Date | null)?.getTime() ?? Number.NaN) / 1000);

/** What can be given by this person: whoever may not write permissions is offered nothing beyond the request, which the server would refuse. */
function useGivenFields(ticket: Request): Readonly<Record<string, FieldSpec>> {
  const { t, i18n } = useTranslation('tickets');
  const { can } = useAuth();
  const words = usePermissionWords();
  const lists = can('assets.view_asset');
  const related = (what: 'assets' | 'nodes', offered: unknown): FieldSpec =>
    lists
      ? { Input: ReferenceInput, props: { multiple: true, url: addressOf(what, 'list', { fields_size: 'mini', oid: ticket.org_id }) } }
      : { Input: AskedInput, props: { offered } };
  const targets = { apply_nodes: related('nodes', ticket.apply_nodes), apply_assets: related('assets', ticket.apply_assets) };
  if (can('perms.add_assetpermission')) return { ...targets, apply_accounts: { Input: AccountsInput } };
  const { apply_accounts: accounts, apply_date_start: start, apply_date_expired: end } = ticket;
  const named = accounts.map((name) => ({ id: name, name: accountWords([name], words).join() }));
  const shown = (instant: string): string => exactTime(instant, i18n.language);
  return {
    ...targets,
    apply_accounts: accounts.includes(ALIASES.ALL) ? { Input: AccountsInput } : { Input: AskedInput, props: { offered: named } },
    apply_actions: { Input: AskedActions, props: { asked: ticket.apply_actions.map(({ value }) => value) } },
    apply_date_start: { check: (value) => (secondOf(value) < secondOf(start) ? t('notBefore', { date: shown(start) }) : undefined) },
    apply_date_expired: { check: (value) => (secondOf(value) > secondOf(end) ? t('notAfter', { date: shown(end) }) : undefined) },
  };
}

/** Of a tree of actions the branches with those that were asked for. */
function branchesOf(choices: readonly TreeChoice[], asked: readonly string[]): TreeChoice[] {
  if (asked.includes('all')) return [...choices];
  return choices.flatMap((choice) => {
    if (!choice.children || choice.children.length === 0) return asked.includes(choice.value) ? [choice] : [];
    const children = branchesOf(choice.children, asked);
    return children.length > 0 ? [{ ...choice, children }] : [];
  });
}

function AskedActions({ asked, info, ...props }: InputProps) {
  return <BitsInput {...props} info={{ ...info, tree: branchesOf(info.tree ?? [], asked as readonly string[]) }} />;
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
