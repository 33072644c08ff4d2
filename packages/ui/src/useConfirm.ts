import { type ReactNode, use, useCallback } from 'react';
import { ModalContext } from './modal-context.ts';

export interface ConfirmOptions {
  /** The question. */
  title: ReactNode;
  text?: ReactNode;
  /** The verb, with its object: "Delete 3 hosts". */
  action: string;
  cancel: string;
  danger?: boolean;
  /** Runs on confirmation; the dialog shows that it works, and stays open when it fails. */
  run?: () => Promise<unknown>;
}

/** Asks before something destructive. The answer is true when confirmed (and `run` has succeeded). */
export function useConfirm(): (options: ConfirmOptions) => Promise<boolean> {
  const { confirm, open } = useConfirmations();
  return (options) =>
    new Promise((resolve) => {
      const buttons = (loading: boolean) => ({ okButtonProps: { danger: options.danger ?? false, loading } });
      const dialog = confirm({
        title: options.title,
        content: options.text,
        okText: options.action,
        cancelText: options.cancel,
        ...buttons(false),
        width: 480,
        centered: true,
        focusable: { autoFocusButton: options.danger ? 'cancel' : 'ok' },
        // Taking `close` keeps the dialog open until it is called. A promise handed back would be rejected again, with nobody to hear.
        onOk: (close: () => void) => {
          open.delete(withdraw);
          dialog.update(buttons(true));
          (async () => options.run?.())().then(
            () => {
              resolve(true);
              close();
            },
            () => {
              open.add(withdraw);
              dialog.update(buttons(false));
            },
          );
        },
        onCancel: () => {
          open.delete(withdraw);
          resolve(false);
        },
      });
      const withdraw = () => {
        open.delete(withdraw);
        dialog.destroy();
        resolve(false);
      };
      open.add(withdraw);
    });
}

/**
 * Takes back every question that nobody has answered, as if it had been cancelled; what was confirmed goes on. For whoever leaves a page: over the
 * next one it would be about something that is not there to be seen.
 */
export function useWithdrawConfirms(): () => void {
  const { open } = useConfirmations();
  return useCallback(() => {
    for (const withdraw of [...open]) withdraw();
  }, [open]);
}

function useConfirmations() {
  const confirmations = use(ModalContext);
  if (!confirmations) throw new Error('useConfirm outside of ThemeProvider');
  return confirmations;
}
