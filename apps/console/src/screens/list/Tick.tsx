import { useEffect, useRef } from 'react';

interface Props {
  checked: boolean;
  /** Some of what it stands for is ticked. */
  mixed?: boolean;
  disabled?: boolean;
  label: string;
  /** @param range the person held shift: everything from the last tick on */
  onChange: (on: boolean, range: boolean) => void;
}

/** A box to tick with room around it for a finger. Native: a table has one per row. */
export function Tick({ checked, mixed = false, disabled = false, label, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className="s-tick">
      <input
        ref={box}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-label={label}
        onChange={(event) => onChange(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)}
      />
    </label>
  );
}
