import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Modal } from 'antd';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from '../../fields/field-props.ts';
import { relatedId } from '../../fields/useRemoteOptions.ts';
import { http } from '../../session/http.ts';
import { methodsOf, type Params, type PlatformMethods, paramsFor } from './params.ts';

interface Extra {
  /** What the plan is about: their platforms say which methods there are. */
  assets?: unknown;
  nodes?: unknown;
  method?: string;
}

/** Words of the parameters that methods have; another one is called as its method calls it. */
const WORDS = ['sudo', 'shell', 'home', 'groups', 'commands'] as const;
const isKnown = (name: string): name is (typeof WORDS)[number] => (WORDS as readonly string[]).includes(name);
const idsOf = (value: unknown) => (Array.isArray(value) ? value.flatMap((item) => relatedId(item) ?? []) : []);
const textOf = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value ?? ''));

/** Parameters of the methods that the chosen assets are reached by; nothing to set where no method has any. */
export function ParamsInput({ value, onChange, info, assets, nodes, method = '', ...rest }: InputProps & Extra) {
  const { t } = useTranslation('accounts');
  const [open, setOpen] = useState(false);
  const body = { asset_ids: idsOf(assets), node_ids: idsOf(nodes) };
  const some = body.asset_ids.length + body.node_ids.length > 0;
  const platforms = useQuery({
    queryKey: ['platforms-of', body],
    queryFn: ({ signal }) => http.post<PlatformMethods[]>('assets/platforms/filter-nodes-assets/', body, { signal }),
    enabled: some,
    retry: false,
  });
  const known = useQuery({
    queryKey: ['automation-methods'],
    queryFn: ({ signal }) => http.get<Params>('assets/platform-automation-methods/', { signal }),
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
        disabled={none || (rest.disabled ?? false)}
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

function ParamsDialog({ start, onSave, onClose }: { start: Params; onSave: (params: Params) => void; onClose: () => void }) {
  const { t } = useTranslation(['accounts', 'screens']);
  const [values, setValues] = useState(start);
  const put = (id: string, field: string, text: string) => {
    const list = Array.isArray(start[id]?.[field]);
    setValues((now) => ({ ...now, [id]: { ...now[id], [field]: list ? text.split('\n') : text } }));
  };
  return (
    <Modal
      open
      title={t('params.title')}
      width={720}
      okText={t('screens:action.confirm')}
      cancelText={t('screens:action.cancel')}
      onOk={() => onSave(values)}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {/* A form of its own: the dialog stands outside the page's form, and events of a portal bubble through React's tree. */}
      <Form layout="vertical" component={false}>
        {Object.entries(values).map(([id, fields]) => (
          <fieldset key={id} className="s-form-group">
            <legend className="p-mono">{id}</legend>
            {Object.entries(fields).map(([field, held]) => (
              <Form.Item key={field} label={isKnown(field) ? t(`params.${field}`) : field} htmlFor={`${id}-${field}`}>
                {Array.isArray(held) ? (
                  <Input.TextArea
                    id={`${id}-${field}`}
                    className="s-input-code"
                    autoSize={{ minRows: 3, maxRows: 10 }}
                    maxLength={8192}
                    value={textOf(held)}
                    onChange={(event) => put(id, field, event.target.value)}
                  />
                ) : (
                  <Input
                    id={`${id}-${field}`}
                    autoComplete="off"
                    maxLength={1024}
                    value={textOf(held)}
                    onChange={(event) => put(id, field, event.target.value)}
                  />
                )}
              </Form.Item>
            ))}
          </fieldset>
        ))}
      </Form>
    </Modal>
  );
}
