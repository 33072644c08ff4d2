import { Dialog } from './Dialog.tsx';
import { PAGE_KEYS } from './keys.ts';
import { useTranslate } from './language.tsx';
import { shellWords } from './words.ts';

const KEYS = [
  ['Ctrl+Shift+F', shellWords.keySearch],
  ['Ctrl+C, Ctrl+Shift+C', shellWords.keyCopy],
  ['Ctrl+V, Ctrl+Shift+V', shellWords.keyPaste],
  ...Object.values(PAGE_KEYS).map(({ shown, what }) => [`Alt+Shift+${shown}`, what] as const),
  ['Ctrl+Shift+←, Ctrl+Shift+→', shellWords.keyMoveTab],
  ['Shift+F10', shellWords.keyTabMenu],
  ['F2', shellWords.keyRename],
  ['↑ ↓ ← →', shellWords.keyTree],
  ['Enter', shellWords.keyConnect],
] as const;

/** The keys of the page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  return (
    <Dialog width={720} title={t(shellWords.keys)} footer={null} onClose={onClose}>
      <dl className="pt-keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys} className="p-row">
            <dt>
              {keys.split(', ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
