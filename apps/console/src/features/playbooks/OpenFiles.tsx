import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isChanged, type Tab } from './editor-tabs.ts';

interface Props {
  tabs: readonly Tab[];
  active: string | undefined;
  onShow: (path: string) => void;
  onClose: (path: string) => void;
}

/** The open files. Delete closes the one that has the keyboard. */
export function OpenFiles({ tabs, active, onShow, onClose }: Props) {
  const { t } = useTranslation('playbooks');
  return (
    <nav className="pb-open" aria-label={t('tab.open')}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.id} className={tab.path === active ? 'pb-tab is-active' : 'pb-tab'}>
            <button
              type="button"
              className="p-bare pb-tab-name"
              translate="no"
              aria-current={tab.path === active}
              onClick={() => onShow(tab.path)}
              onKeyDown={(event) => event.key === 'Delete' && onClose(tab.path)}
            >
              {tab.path}
              {isChanged(tab) && (
                <span className="pb-changed" role="img" title={t('tab.changed')} aria-label={t('tab.changed')}>
                  ●
                </span>
              )}
            </button>
            <button
              type="button"
              className="p-bare pb-tab-close"
              title={t('tab.close')}
              aria-label={t('tab.closeOne', { path: tab.path })}
              onClick={() => onClose(tab.path)}
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
