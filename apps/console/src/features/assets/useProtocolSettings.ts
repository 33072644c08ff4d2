import { METADATA_OF } from '@postern/client/metadata';
import type { FieldInfo, ResourceMetadata } from '@postern/contract/metadata';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { http } from '../../session/http.ts';

/** What can be set for a protocol, as metadata of each setting (docs/wire/assets.md#protocols). Undefined until it is there. */
export function useProtocolSettings(name: string): Readonly<Record<string, FieldInfo>> | undefined {
  const { i18n } = useTranslation();
  const { data } = useQuery({
    queryKey: ['metadata', METADATA_OF.protocolSettings, name, i18n.language],
    queryFn: ({ signal }) => http.options<ResourceMetadata>(METADATA_OF.protocolSettings, { query: { name }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data && (data.actions.POST?.setting?.children ?? {});
}
