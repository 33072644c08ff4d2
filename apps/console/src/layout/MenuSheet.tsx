import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

interface MenuSheetProps {
  open: boolean;
  onClose: () => void;
  label: string;
  closeLabel: string;
  children: ReactNode;
}

/** The side menu as a sheet below 992 px. The native dialog brings focus trap, Esc and backdrop. */
export function MenuSheet({ open, onClose, label, closeLabel, children }: MenuSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; Esc closes a dialog by itself
    <dialog
      ref={dialog}
      className="sheet"
      aria-label={label}
      // The event comes a task after: by then the menu may be open again.
      onClose={() => dialog.current?.open || onClose()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="sheet__body">
        <button type="button" className="p-icon-button sheet__close" aria-label={closeLabel} onClick={onClose}>
          <X size={16} />
        </button>
        {children}
      </div>
    </dialog>
  );
}
