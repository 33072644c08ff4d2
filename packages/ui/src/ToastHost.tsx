import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { CopyableText } from './CopyableText.tsx';
import { holdToast, releaseToast, type ToastAction, type ToastLink, type ToastTone, toast, useToast } from './toast.ts';

const ICONS: Readonly<Record<ToastTone, typeof Info>> = { success: CircleCheck, info: Info, danger: CircleAlert };

interface ToastHostProps {
  labels: { close: string; copy: string; copied: string; reference: string };
}

/** Draws the one toast; placed once per application. */
export function ToastHost({ labels }: ToastHostProps) {
  const shown = useToast();
  const Icon = shown ? ICONS[shown.tone] : Info;
  return (
    <div aria-live="polite" role="status">
      {shown ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the timer, there is nothing to operate
        <div
          key={shown.id}
          className={`p-toast p-toast--${shown.tone}`}
          onMouseEnter={holdToast}
          onMouseLeave={releaseToast}
          onFocus={holdToast}
          onBlur={releaseToast}
        >
          <Icon size={16} aria-hidden="true" />
          <div className="p-toast__body">
            {shown.text}
            {shown.link ? <ToastAnchor link={shown.link} /> : null}
            {shown.action ? <ToastButton action={shown.action} /> : null}
            {shown.reference ? (
              <div className="p-toast__detail">
                {labels.reference} <CopyableText value={shown.reference} mono labels={labels} />
              </div>
            ) : null}
          </div>
          <button type="button" className="p-bare p-toast__close" aria-label={labels.close} onClick={toast.close}>
            <X size={14} />
          </button>
        </div>
      ) : null}
    </div>
  );
}

function ToastButton({ action }: { action: ToastAction }) {
  const run = () => {
    toast.close();
    action.run();
  };
  return (
    <button type="button" className="p-bare p-toast__action" onClick={run}>
      {action.text}
    </button>
  );
}

function ToastAnchor({ link }: { link: ToastLink }) {
  const open = (event: MouseEvent) => {
    // Asked for in a new tab or window, the address is what counts.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    toast.close();
    link.open();
  };
  return (
    <>
      {' '}
      <a href={link.href} onClick={open}>
        {link.text}
      </a>
    </>
  );
}
