import { ApiError } from '@postern/client/http';
import { Surface, toast } from '@postern/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { useDebounced } from '../../data/useDebounced.ts';
import type { Values } from '../../model/values.ts';
import { client } from '../../session/http.ts';
import type { DraftSettings } from './SettingForm.tsx';

/** Words of the mail to new people. */
export const WELCOME_FIELDS = [
  'EMAIL_CUSTOM_USER_CREATED_SUBJECT',
  'EMAIL_CUSTOM_USER_CREATED_HONORIFIC',
  'EMAIL_CUSTOM_USER_CREATED_BODY',
  'EMAIL_CUSTOM_USER_CREATED_SIGNATURE',
] as const;

/**
 * A mail is shown as mail programs do, on white whatever the theme is. It comes from the server without a mark of whoever wrote it; the frame runs no
 * script, loads nothing and leads nowhere all the same.
 */
const frameOf = (html: string): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
  `<base target="_blank"><style>body{margin:16px;font:14px/1.5 system-ui,sans-serif;color:#1f2328;background:#fff;overflow-wrap:anywhere}</style>${html}`;

const FORMS = ['html', 'text'] as const;

/** How the mail to new people reads by what is entered, and the same in one's own mailbox. Nothing is saved by either. */
export function WelcomePreview({ values, draft }: { values: Values; draft: DraftSettings }) {
  const { t } = useTranslation(['settings', 'screens']);
  const [form, setForm] = useState<(typeof FORMS)[number]>('html');
  const [busy, setBusy] = useState(false);
  const entered = JSON.stringify(Object.fromEntries(WELCOME_FIELDS.map((name) => [name, values[name] ?? ''])));
  const words: Readonly<Record<string, string>> = JSON.parse(useDebounced(entered));
  const preview = useQuery({
    queryKey: [...keyOf('mail', 'preview', words)],
    queryFn: ({ signal }) => client.mail.preview(words, { signal }),
    placeholderData: keepPreviousData,
  });
  const send = async () => {
    setBusy(true);
    try {
      toast.success((await client.mail.sample(await draft.body(), { timeout: 120_000 })).msg);
    } catch (error) {
      const told = error instanceof ApiError ? (error.body as { error?: unknown } | undefined)?.error : undefined;
      if (typeof told === 'string') toast.error(told);
      else draft.refuse(error);
    } finally {
      setBusy(false);
    }
  };
  const mail = preview.data;
  return (
    <Surface title={t('email.preview')} purpose={t('email.previewPurpose')}>
      {preview.error ? <LoadFailed title={t('email.previewFailed')} error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {mail && !preview.error ? (
        <div className="set-mail">
          <dl className="set-facts">
            <dt>{t('email.from')}</dt>
            <dd>{mail.from || t('email.noSender')}</dd>
            <dt>{t('email.to')}</dt>
            <dd>{mail.to}</dd>
            <dt>{t('email.subject')}</dt>
            <dd>
              <b>{mail.subject}</b>
            </dd>
          </dl>
          <Segmented
            aria-label={t('email.form')}
            value={form}
            options={FORMS.map((value) => ({ value, label: t(`email.forms.${value}`) }))}
            onChange={setForm}
          />
          {form === 'html' ? (
            <iframe className="set-mail__page" title={t('email.preview')} sandbox="" srcDoc={frameOf(mail.html)} />
          ) : (
            <pre className="set-mail__text">{mail.text}</pre>
          )}
        </div>
      ) : null}
      <Button loading={busy} onClick={() => void send()}>
        {t('email.sendToMe')}
      </Button>
    </Surface>
  );
}
