import { IconButton, useCopy } from '@postern/ui';
import { Button, Input, Space } from 'antd';
import { Check, Copy, Download, Eye, EyeOff, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../data/save-file.ts';

interface Props {
  secret: string;
  /** Name of the field: what the downloaded file is called. */
  name: string;
  /** Takes a new value typed in place; without it there is no pencil. */
  onEdit?: (value: string) => void;
}

const MASK = '******';

/**
 * A secret: masked until the eye opens; copied or downloaded without being shown; a password is edited in place
 * (docs/behaviour/confirmations.md#seeing-a-secret).
 */
export function SecretText({ secret, name, onEdit }: Props) {
  const { t } = useTranslation(['identity', 'screens']);
  const [shown, setShown] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [copied, copy] = useCopy(secret);
  if (typed !== undefined && onEdit) {
    const done = () => {
      if (typed !== '' && typed !== secret) onEdit(typed);
      setTyped(undefined);
    };
    return (
      <Space.Compact block>
        <Input.Password
          autoFocus
          aria-label={t('secret.edit')}
          autoComplete="new-password"
          maxLength={40_960}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={done}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // The dialog around it stays open.
            event.stopPropagation();
            setTyped(undefined);
          }}
          onBlur={done}
        />
        <Button onMouseDown={(event) => event.preventDefault()} onClick={done}>
          {t('secret.take')}
        </Button>
      </Space.Compact>
    );
  }
  return (
    <span className="s-secret">
      {secret === '' ? (
        <span className="s-empty">{t('secret.none')}</span>
      ) : shown ? (
        <pre className="s-pre">{secret}</pre>
      ) : (
        <span>{MASK}</span>
      )}
      <span className="s-secret-actions">
        {secret !== '' && (
          <>
            <IconButton icon={shown ? EyeOff : Eye} label={t(shown ? 'secret.hide' : 'secret.show')} onClick={() => setShown(!shown)} />
            <IconButton icon={copied ? Check : Copy} label={t(copied ? 'screens:action.copied' : 'screens:action.copy')} onClick={copy} />
            <IconButton
              icon={Download}
              label={t('secret.download')}
              onClick={() => saveFile(`${name}.txt`, new Blob([secret], { type: 'text/plain' }))}
            />
            {onEdit && <IconButton icon={Pencil} label={t('secret.edit')} onClick={() => setTyped(secret)} />}
          </>
        )}
      </span>
    </span>
  );
}
