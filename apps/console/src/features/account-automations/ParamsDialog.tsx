import { addressOf } from '@postern/client/api';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMetadata } from '../../data/useMetadata.ts';
import { Dialog } from '../../fields/Dialog.tsx';
import type { Params } from './params.ts';

const textOf = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value ?? ''));

/** Values of the parameters of some methods, a group each. */
export function ParamsDialog({ start, onSave, onClose }: { start: Params; onSave: (params: Params) => void; onClose: () => void }) {
  const { t } = useTranslation(['accounts', 'screens']);
  const [values, setValues] = useState(start);
  // How each parameter is called, and what may be said in it; until that is known they are called as the method calls them.
  const forms = useMetadata(addressOf('platforms', 'methods')).data?.actions.GET;
  const put = (id: string, field: string, text: string) => {
    const list = Array.isArray(start[id]?.[field]);
    setValues((now) => ({ ...now, [id]: { ...now[id], [field]: list ? text.split('\n') : text } }));
  };
  return (
    <Dialog title={t('params.title')} width={720} verb={t('screens:action.confirm')} run={() => onSave(values)} onClose={onClose} keeps>
      {/* A form of its own: the dialog stands outside the page's form, and events of a portal bubble through React's tree. */}
      <Form layout="vertical" component={false}>
        {Object.entries(values).map(([id, fields]) => (
          <fieldset key={id} className="s-form-group">
            <legend>{forms?.[id]?.label ?? id}</legend>
            {Object.entries(fields).map(([field, current]) => (
              <Form.Item
                key={field}
                label={forms?.[id]?.children?.[field]?.label ?? field}
                extra={forms?.[id]?.children?.[field]?.help_text}
                htmlFor={`${id}-${field}`}
              >
                {Array.isArray(current) ? (
                  <Input.TextArea
                    id={`${id}-${field}`}
                    className="s-input-code"
                    autoSize={{ minRows: 3, maxRows: 10 }}
                    maxLength={8192}
                    value={textOf(current)}
                    onChange={(event) => put(id, field, event.target.value)}
                  />
                ) : (
                  <Input
                    id={`${id}-${field}`}
                    autoComplete="off"
                    maxLength={1024}
                    value={textOf(current)}
                    onChange={(event) => put(id, field, event.target.value)}
                  />
                )}
              </Form.Item>
            ))}
          </fieldset>
        ))}
      </Form>
    </Dialog>
  );
}
