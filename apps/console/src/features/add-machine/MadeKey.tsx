import { useCopy } from '@postern/ui';
import { Button, Space } from 'antd';
import { Check, Copy, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRunAction } from '../../data/useRunAction.ts';
import type { InputProps } from '../../fields/field-props.ts';
import { client } from '../../session/http.ts';
import { keyCommand, publicLineOf } from './made-key.ts';

/** A key that Postern makes: what goes to the machine is shown here, and the private half stays where it was made. */
export function MadeKey({ id, value, onChange }: InputProps) {
  const { t } = useTranslation('machine');
  const runAction = useRunAction();
  const [busy, setBusy] = useState(false);
  const line = publicLineOf(value);
  const make = async () => {
    setBusy(true);
    await runAction(async () => {
      const { made_key, public_key } = await client.hosts.makeKey();
      onChange?.(`${made_key} ${public_key}`);
    });
    setBusy(false);
  };
  if (line === '')
    return (
      <div id={id}>
        <Button icon={<KeyRound size={14} />} loading={busy} onClick={() => void make()}>
          {t('makeKey')}
        </Button>
      </div>
    );
  const command = keyCommand(line);
  return (
    <div className="s-rows" id={id}>
      <span>{t('keyCommand')}</span>
      <pre className="s-pre" translate="no">
        {command}
      </pre>
      <Space size={8} wrap>
        <CopyButton text={command}>{t('copyCommand')}</CopyButton>
        <CopyButton text={line}>{t('copyLine')}</CopyButton>
        <Button onClick={() => onChange?.('')}>{t('ownKey')}</Button>
      </Space>
    </div>
  );
}

function CopyButton({ text, children }: { text: string; children: string }) {
  const { t } = useTranslation('shell');
  const [done, copy] = useCopy(text);
  return (
    <Button icon={done ? <Check size={14} /> : <Copy size={14} />} onClick={copy}>
      {done ? t('copied') : children}
    </Button>
  );
}
