import { markOf } from '@postern/contract/machine-marks';
import { MachineBand } from '@postern/ui';
import { Input } from 'antd';
import { controlProps, type InputProps } from '../../fields/field-props.ts';

interface Extra {
  name?: unknown;
  value?: unknown;
  color?: unknown;
}

/** What people are told before they type on a machine, and below it the band as they will see it. */
export function WarningInput({ value, onChange, info, label, ...rest }: InputProps & { label?: Extra }) {
  const warning = typeof value === 'string' ? value : '';
  const mark = markOf([{ name: String(label?.name ?? ''), value: String(label?.value ?? ''), color: label?.color, warning }]);
  return (
    <>
      <Input
        {...controlProps({ info, ...rest })}
        aria-label={info.label}
        value={warning}
        maxLength={128}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {mark ? (
        <div className="s-band-preview">
          <MachineBand {...mark} />
        </div>
      ) : null}
    </>
  );
}
