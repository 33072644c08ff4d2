import { WhyNot } from '@postern/ui';
import type { LucideIcon } from 'lucide-react';

interface ToolButtonProps {
  icon: LucideIcon;
  label: string;
  /** Why it cannot be pressed now. */
  reason?: string | undefined;
  /** The key that does the same. */
  keys?: string;
  onClick: () => void;
  /** The words stand beside the icon where there is room. */
  worded?: boolean;
}

/** A button of the tool bar. One that cannot be pressed says why. */
export function ToolButton({ icon: Icon, label, reason, keys, onClick, worded = false }: ToolButtonProps) {
  return (
    <WhyNot reason={reason}>
      <button
        type="button"
        className={worded ? 'p-bare pf-tool pf-tool--worded' : 'p-bare pf-tool'}
        aria-label={label}
        title={keys ? `${label} (${keys})` : label}
        onClick={onClick}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {worded ? <span className="pf-tool-words">{label}</span> : null}
      </button>
    </WhyNot>
  );
}
