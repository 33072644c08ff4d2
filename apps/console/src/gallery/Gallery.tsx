import { Surface } from '@postern/ui';
import { Button, Form } from 'antd';
import { FormField } from '../screens/form/FormField.tsx';
import type { FieldSpec } from '../screens/form/form-definition.ts';
import { SAMPLES } from './samples.ts';

/** Each widget empty, filled, disabled and refused. Below 992 px labels stand above, as in a form. */
export function Gallery() {
  const [form] = Form.useForm();
  const wide = innerWidth >= 992;
  const states = (spec: FieldSpec): readonly (readonly [string, FieldSpec, string | undefined])[] => [
    ['empty', spec, undefined],
    ['filled', spec, undefined],
    ['disabled', { ...spec, disabled: true }, undefined],
    ['readOnly', { ...spec, readOnly: true }, undefined],
    ['refused', spec, 'The server did not like this.'],
  ];
  const initial: Record<string, unknown> = {};
  for (const { info, value } of SAMPLES) for (const [state] of states({})) if (state !== 'empty') initial[`${info.label}-${state}`] = value;
  return (
    <main style={{ padding: 24 }}>
      <Form
        form={form}
        className="s-form"
        layout={wide ? 'horizontal' : 'vertical'}
        {...(wide ? { labelCol: { flex: '180px' }, wrapperCol: { flex: '1 1 0' } } : {})}
        labelWrap
        colon={false}
        initialValues={initial}
      >
        {SAMPLES.map(({ info, spec }) => (
          <Surface key={info.label} title={info.label} className="s-form-card">
            {states(spec).map(([state, one, error]) => (
              <FormField
                key={state}
                name={`${info.label}-${state}`}
                info={{ ...info, label: state, required: state === 'empty' }}
                spec={one}
                updating={false}
                values={{}}
                error={error}
              />
            ))}
          </Surface>
        ))}
        <Button htmlType="submit">Check</Button>
      </Form>
    </main>
  );
}
