import { useTranslation } from 'react-i18next';
import { Dialog } from '../../fields/Dialog.tsx';

/** Keys of lists; the words are theirs, the signs are the same everywhere. */
const KEYS = [
  ['/', 'search'],
  ['↓ ↑', 'move'],
  ['Home End', 'ends'],
  ['Space', 'tick'],
  ['Shift', 'range'],
  ['Enter', 'open'],
  ['P', 'look'],
  ['← →', 'pages'],
  ['?', 'help'],
] as const;

/** What the keyboard does in a list. */
export function ListHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('lists');
  return (
    <Dialog title={t('keys.title')} width={480} onClose={onClose}>
      <dl className="s-keys">
        {KEYS.map(([key, name]) => (
          <div key={name}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one} className="s-key">
                  {one}
                </kbd>
              ))}
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
