import { addressOf } from '@postern/client/api';
import type { InputProps } from '../../fields/field-props.ts';
import { RemoteSelect } from '../../fields/RemoteSelect.tsx';

/** The platform of an asset, among those of its type; choosing another one changes what the rest of the form offers. */
export function PlatformInput({
  value,
  onChange,
  onPick,
  disabled,
  id,
  type = '',
}: InputProps & { onPick?: (platform: string) => void; type?: string }) {
  return (
    <RemoteSelect
      id={id}
      url={addressOf('platforms', 'list', { type })}
      value={value}
      disabled={disabled}
      clearable={false}
      onChange={(next) => {
        onChange?.(next);
        onPick?.(String(next));
      }}
    />
  );
}
