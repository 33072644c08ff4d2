import { controlProps, type InputProps } from '../field-props.ts';
import { RemoteSelect } from '../RemoteSelect.tsx';

/** A related object when the metadata says where its list is; nothing can be chosen otherwise. */
export function ReferenceInput({ info, value, onChange, placeholder, url, labelOf, taken, multiple, ...rest }: InputProps) {
  const from = typeof url === 'string' ? url : info.url;
  const many = multiple === true;
  return from ? (
    <RemoteSelect
      {...controlProps({ info, ...rest })}
      url={from}
      value={value}
      onChange={onChange}
      placeholder={placeholder}
      multiple={many}
      clearable={!info.required || many}
      labelOf={labelOf as Parameters<typeof RemoteSelect>[0]['labelOf']}
      taken={taken as Parameters<typeof RemoteSelect>[0]['taken']}
      aria-label={info.label}
    />
  ) : null;
}
