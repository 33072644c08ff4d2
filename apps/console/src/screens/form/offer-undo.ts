import { toast } from '@postern/ui';
import type { TFunction } from 'i18next';
import { showError } from '../../session/errors.ts';

type Link = Parameters<typeof toast.undoable>[2];

/**
 * Says what was done, and offers to take it back for ten seconds.
 * @param undo takes it back and says how that went; whether it did or failed, `refresh` draws what there is now
 */
export function offerUndo(
  done: string,
  t: TFunction<['lists', 'screens']>,
  undo: () => Promise<unknown>,
  refresh: () => Promise<unknown>,
  link?: Link,
): void {
  const run = async () => {
    try {
      await undo();
    } catch (error) {
      showError(error);
    } finally {
      await refresh();
    }
  };
  toast.undoable(done, { text: t('bulk.undo'), run: () => void run() }, link);
}
