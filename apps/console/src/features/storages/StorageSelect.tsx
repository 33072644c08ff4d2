import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { pageOf } from '../../data/api.ts';
import { keyOf } from '../../data/keys.ts';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { collectionAt } from '../../session/http.ts';
import { STORAGES, type StorageKind } from './storage-kinds.ts';

/** Those that keep something: one that does not is for nobody to choose. */
const ASKED = { real: 'true' } as const;

/** A storage of a component, which keeps it by its name. Who may not see the storages sees which it is. */
function StorageSelect({ kind, value, onChange, info, ...rest }: InputProps & { kind: StorageKind }) {
  const { group, resource } = STORAGES[kind];
  const storages = useQuery({
    // Asked again whenever the list is.
    queryKey: ['list', resource.url, ...keyOf(group, 'list', ASKED)],
    queryFn: ({ signal }) => collectionAt<Row>(resource.url).list(ASKED, { signal }),
    retry: false,
  });
  return (
    <Select
      {...controlProps({ info, ...rest })}
      {...(storages.isError ? { disabled: true } : {})}
      value={typeof value === 'string' ? value : null}
      onChange={(name) => onChange?.(name)}
      loading={storages.isFetching}
      options={
        storages.data ? pageOf(storages.data).rows.map(({ name, type }) => ({ value: name, label: `${name} (${relatedName(type)})` })) : []
      }
      aria-label={info.label}
    />
  );
}

export const ReplayStorageSelect = (props: InputProps) => <StorageSelect {...props} kind="replay" />;
export const CommandStorageSelect = (props: InputProps) => <StorageSelect {...props} kind="command" />;
