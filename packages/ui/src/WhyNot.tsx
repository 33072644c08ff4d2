import { type Attributes, cloneElement, type FocusEvent, type KeyboardEvent, type ReactElement, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';

/** Why something cannot be done now; nothing where it can. */
export type Why = string | false | undefined;

/** Space that the words keep from the edges, and their greatest width (why-not.css). */
const EDGE = 8;
const WIDTH = 320;
/** Room for three lines and the gap. */
const ABOVE = 80;

interface ButtonProps extends Attributes {
  className?: string | undefined;
  [name: string]: unknown;
}

/** A press leads nowhere, and sends no form. */
function swallow(...told: readonly unknown[]) {
  for (const one of told) if (one && typeof one === 'object' && 'preventDefault' in one) (one as Event).preventDefault();
}

/**
 * A button that cannot be pressed says why: beside it while the pointer or the focus is on it, and to screen readers. It keeps the focus, so that
 * keys come to it, and does nothing. Without a reason it is the button as it is, and the same one: it keeps
 * the focus while reasons come and go. What is only busy is no refusal.
 */
export function WhyNot({ reason, children }: { reason: Why; children: ReactElement }) {
  const id = useId();
  const [at, setAt] = useState<DOMRect>();
  useEffect(() => {
    if (!at) return;
    const away = () => setAt(undefined);
    document.addEventListener('scroll', away, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', away, { capture: true });
  }, [at]);
  return (
    <>
      {reason ? refusedButton(children as ReactElement<ButtonProps>, id, setAt) : children}
      {reason && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
      {reason && at && createPortal(<Words at={at}>{reason}</Words>, document.body)}
    </>
  );
}

function refusedButton(button: ReactElement<ButtonProps>, id: string, setAt: (at: DOMRect | undefined) => void) {
  const hide = () => setAt(undefined);
  const show = ({ currentTarget }: { currentTarget: unknown }) => setAt((currentTarget as Element).getBoundingClientRect());
  const { className, title: _title, href: _href, ...rest } = button.props;
  return cloneElement(button, {
    ...rest,
    title: undefined,
    href: undefined,
    disabled: false,
    className: className ? `${className} p-refused` : 'p-refused',
    'aria-disabled': true,
    'aria-describedby': id,
    onClick: swallow,
    onChange: swallow,
    onAuxClick: swallow,
    onPointerEnter: show,
    onPointerLeave: hide,
    onFocus: (event: FocusEvent) => show(event),
    onBlur: hide,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && hide(),
  });
}

function Words({ at, children }: { at: DOMRect; children: string }) {
  const half = Math.min(WIDTH, innerWidth - 2 * EDGE) / 2 + EDGE;
  const left = Math.max(half, Math.min(at.left + at.width / 2, innerWidth - half));
  const place = at.top > ABOVE ? { bottom: innerHeight - at.top + EDGE } : { top: at.bottom + EDGE };
  return (
    <div className="p-why" style={{ left, ...place }} aria-hidden>
      {children}
    </div>
  );
}
