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
  const told = reason ? `${label}: ${reason}` : keys ? `${label} (${keys})` : label;
  return (
    <span title={told}>
      <button
        type="button"
        className={worded ? 'p-bare pf-tool pf-tool--worded' : 'p-bare pf-tool'}
        aria-label={label}
        aria-description={reason}
        disabled={reason !== undefined}
        onClick={onClick}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {worded ? <span className="pf-tool-words">{label}</span> : null}
      </button>
    </span>
  );
}
