import { addressOf } from '@postern/client/api';
import { withQuery } from '@postern/client/http';
import type { FieldInfo } from '@postern/contract/metadata';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';
import { TransferInput } from '../../fields/TransferInput.tsx';
import { relatedIds } from '../../model/metadata.ts';
import type { Subscription } from './message-types.ts';

/** Everybody of the installation, whatever organisation the settings run in. */
const PEOPLE = withQuery(addressOf('users'), { oid: 'ROOT' });

interface Props {
  row: Subscription;
  busy: boolean;
  onSave: (users: string[]) => void;
  onClose: () => void;
}

/** Chooses the people who get a message. Members of groups that get it come besides, and are not chosen here. */
export function ReceiversDialog({ row, busy, onSave, onClose }: Props) {
  const { t } = useTranslation('settings');
  const names = new Map(row.receivers.map(({ id, name }) => [id, name]));
  const [people, setPeople] = useState<unknown>(() => row.users.map((id) => (names.has(id) ? { id, name: names.get(id) } : id)));
  const chosen = relatedIds(people).map(String);
  const info: FieldInfo = {
    type: 'm2m_related_field',
    label: t('message.receivers'),
    required: false,
    read_only: false,
    write_only: false,
  };
  return (
    <Dialog
      title={t('message.choose', { message: row.message_type_label })}
      width={790}
      verb={chosen.length === 0 ? t('message.saveNobody') : t('message.save', { count: chosen.length })}
      busy={busy}
      keeps
      run={() => onSave(chosen)}
      onClose={onClose}
    >
      {row.groups.length > 0 ? <Alert type="info" showIcon className="s-alert" title={t('message.groups')} /> : null}
      <TransferInput
        id="message-receivers"
        info={info}
        url={PEOPLE}
        labelOf={({ name, username }) => (username === undefined ? String(name) : `${name}(${username})`)}
        value={people}
        onChange={setPeople}
      />
    </Dialog>
  );
}
