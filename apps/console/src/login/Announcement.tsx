import { webLink } from '../layout/announcement.ts';
import type { PublicSettings } from '../session/session-types.ts';
import { useWords } from './use-words.ts';
import './terms-step.css';

/** What an administrator tells everybody before they log in; plain text. */
export function Announcement({ message }: { message: PublicSettings['ANNOUNCEMENT'] }) {
  const words = useWords();
  const { SUBJECT: subject, CONTENT: content, LINK: link } = message ?? {};
  if (!subject && !content) return null;
  const address = webLink(link);
  return (
    <aside className="login__announcement" aria-label={words('announcement')}>
      <strong>{subject}</strong>
      {content ? <p>{content}</p> : null}
      {address ? (
        <a href={address} target="_blank" rel="noreferrer">
          {words('announcementMore')}
        </a>
      ) : null}
    </aside>
  );
}
