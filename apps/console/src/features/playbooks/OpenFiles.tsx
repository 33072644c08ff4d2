import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
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
  const list = useRef<HTMLElement>(null);
  const { length } = tabs;
  const before = useRef(length);
  // The keyboard was on what is closed now: it goes on from what is shown instead.
  useEffect(() => {
    if (length < before.current && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus();
    before.current = length;
  }, [length]);
  return (
    <nav ref={list} className="pb-open" aria-label={t('tab.open')}>
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
