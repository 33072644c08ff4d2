import { type ReactNode, use } from 'react';
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
  const modal = use(ModalContext);
  if (!modal) throw new Error('useConfirm outside of ThemeProvider');
  return (options) =>
    new Promise((resolve) => {
      const buttons = (loading: boolean) => ({ okButtonProps: { danger: options.danger ?? false, loading } });
      const dialog = modal.confirm({
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
          dialog.update(buttons(true));
          (async () => options.run?.())().then(
            () => {
              resolve(true);
              close();
            },
            () => dialog.update(buttons(false)),
          );
        },
        onCancel: () => resolve(false),
      });
    });
}
