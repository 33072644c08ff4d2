import { connectMethodName } from '@postern/contract/connect-methods';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { keyOf } from '../../data/keys.ts';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { client } from '../../session/http.ts';

/** Ways to connect as one list, whatever the machine of the person. */
const FLAT = { flat: 1, os: 'all' } as const;

/** Ways to connect, chosen by their names. One that nobody offers any more keeps the name it had. */
export function MethodsInput({ value, onChange, info, ...rest }: InputProps) {
  const offered = useQuery({
    queryKey: keyOf('components', 'connectMethods', FLAT),
    queryFn: ({ signal }) => client.components.connectMethods(FLAT, { signal }),
  }).data;
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const names = new Map(chosen.map((method) => [method, connectMethodName(method)]));
  for (const method of Array.isArray(offered) ? offered : []) names.set(method.value, method.label);
  return (
    <Select
      {...controlProps({ info, ...rest })}
      mode="multiple"
      aria-label={info.label}
      value={chosen}
      onChange={(next: string[]) => onChange?.(next)}
      options={[...names].map(([method, label]) => ({ value: method, label }))}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
}
