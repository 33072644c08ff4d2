import { exactTime } from '@postern/ui';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { Dialog } from '../../fields/Dialog.tsx';
import { currentLanguage } from '../../i18n/language.ts';
import type { SiteMessage } from './site-messages.ts';

const RichText = onDemand(() => import('../../fields/RichText.tsx').then((module) => module.RichText));

interface MessageDialogProps {
  message: SiteMessage;
  /** The message has been read: confirmed, or closed with the cross. */
  onRead: () => void;
  onKeep: () => void;
}

/** A message in full. Confirming and closing both mark it as read; only "keep unread" does not (docs/behaviour/start-and-views.md#messages). */
export function MessageDialog({ message, onRead, onKeep }: MessageDialogProps) {
  const { t } = useTranslation('messages');
  const { subject, message: html, sender } = message.content;
  return (
    <Dialog
      centered
      width={720}
      title={subject}
      onClose={onRead}
      footer={
        <>
          <Button onClick={onKeep}>{t('keepUnread')}</Button>
          <Button type="primary" onClick={onRead}>
            {t('markRead')}
          </Button>
        </>
      }
    >
      <p className="message__meta">
        {[sender && t('from', { sender }), exactTime(message.date_created, currentLanguage().tag)].filter(Boolean).join(' · ')}
      </p>
      <RichText html={html} />
    </Dialog>
  );
}
