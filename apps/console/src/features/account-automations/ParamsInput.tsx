import { Button } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { relatedIds } from '../../model/metadata.ts';
import { client } from '../../session/http.ts';
import { ParamsDialog } from './ParamsDialog.tsx';
import { methodsOf, paramsFor } from './params.ts';

interface Extra {
  /** What the plan is about: their platforms say which methods there are. */
  assets?: unknown;
  nodes?: unknown;
  method?: string;
}

const idsOf = (value: unknown) => relatedIds(value).map(String);

/** Parameters of the methods that the chosen assets are reached by; nothing to set where no method has any. */
export function ParamsInput({ value, onChange, info, assets, nodes, method = '', ...rest }: InputProps & Extra) {
  const { t } = useTranslation('accounts');
  const [open, setOpen] = useState(false);
  const body = { asset_ids: idsOf(assets), node_ids: idsOf(nodes) };
  const some = body.asset_ids.length + body.node_ids.length > 0;
  const platforms = useQuery({
    queryKey: keyOf('platforms', 'used', body),
    queryFn: ({ signal }) => client.platforms.used(body, { signal }),
    enabled: some,
    retry: false,
  });
  const known = useQuery({
    queryKey: keyOf('platforms', 'methods'),
    queryFn: ({ signal }) => client.platforms.methods({}, { signal }),
    enabled: some,
    retry: false,
  });
  const methods = some && platforms.data && known.data ? methodsOf(platforms.data, method, known.data) : {};
  const none = Object.keys(methods).length === 0;
  return (
    <span className="s-controls">
      <Button
        {...controlProps({ info, ...rest })}
        icon={<Settings2 size={14} />}
        locked={rest.disabled}
        refused={none && !platforms.isFetching && t('params.none')}
        loading={some && (platforms.isPending || known.isPending)}
        onClick={() => setOpen(true)}
      >
        {t('params.open')}
      </Button>
      {none && !platforms.isFetching && <span className="s-empty">{t('params.none')}</span>}
      {open && (
        <ParamsDialog
          start={paramsFor(methods, value)}
          onClose={() => setOpen(false)}
          onSave={(next) => {
            onChange?.(next);
            setOpen(false);
          }}
        />
      )}
    </span>
  );
}
