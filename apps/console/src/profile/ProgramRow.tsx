import { RelativeTime, StatusTag } from '@postern/ui';
import { Button } from 'antd';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/language.ts';

interface Props {
  icon: LucideIcon;
  /** What people call it, and in full what it calls itself. */
  name: string;
  userAgent: string;
  /** The one in which this is read. */
  current: boolean;
  where: ReactNode;
  since: string;
  /** A second moment, with the word before it. */
  then: { word: string; date: string };
  /** What can be done about it: the verb, and the same with its object. */
  end?: { verb: string; of: string; run(): void } | undefined;
}

/** A browser or program that is in as the person, or may be: where, since when, and a way to end that. */
export function ProgramRow({ icon: Icon, name, userAgent, current, where, since, then, end }: Props) {
  const { t } = useTranslation('profile');
  const { tag } = currentLanguage();
  return (
    <li className="ssh-key">
      <Icon size={18} aria-hidden="true" />
      <div>
        <span className="factor-title">
          <b title={userAgent}>{name}</b>
          {current ? <StatusTag tone="success">{t('logins.current')}</StatusTag> : null}
        </span>
        <p>{where}</p>
        <p>
          {t('logins.since')} <RelativeTime value={since} language={tag} /> · {then.word} <RelativeTime value={then.date} language={tag} />
        </p>
      </div>
      {end ? (
        <span className="factor-actions">
          <Button type="link" size="small" danger aria-label={end.of} onClick={end.run}>
            {end.verb}
          </Button>
        </span>
      ) : null}
    </li>
  );
}
