import { RelativeTime } from '@postern/ui';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/language.ts';
import type { SiteMessage } from './site-messages.ts';

/** Words of a message without its markup, for the preview. A document of its own runs and loads nothing. */
const plain = (html: string): string =>
  new DOMParser().parseFromString(html.replace(/<(br|\/(p|li|h\d|tr|t[dh]))>/gi, '$& '), 'text/html').body.textContent?.trim() ?? '';

/** One message of the list: subject, beginning and age, with its own button to be done with it. */
export function MessageRow({ message, onOpen, onMark }: { message: SiteMessage; onOpen: () => void; onMark: () => void }) {
  const { t } = useTranslation('messages');
  const { subject, message: html } = message.content;
  return (
    <li className="message">
      <Mail className="message__icon" size={16} aria-hidden="true" />
      <button type="button" className="message__open" onClick={onOpen}>
        <span className="message__subject">{subject}</span>
        <span className="message__text">{plain(html)}</span>
      </button>
      <span className="message__end">
        <span className="message__time">
          <RelativeTime value={message.date_created} language={currentLanguage().tag} />
        </span>
        <button type="button" className="message__mark" onClick={onMark}>
          {t('markRead')}
        </button>
      </span>
    </li>
  );
}
