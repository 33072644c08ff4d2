import type { FieldInfo } from '@postern/contract/metadata';
import { Form, Skeleton } from 'antd';
import { Info } from 'lucide-react';
import { type FocusEvent, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import type { InputProps } from '../../fields/field-props.ts';
import { kindOf } from '../../fields/kinds.ts';
import { ReadOnlyInput } from '../../fields/ReadOnlyInput.tsx';
import { WIDGETS, type WidgetName } from '../../fields/widgets.ts';
import { childrenOf, type NestedErrors } from '../../model/nested.ts';
import type { Values } from '../../model/values.ts';
import type { FieldSpec } from './form-definition.ts';
import { nestedProblems, serverErrors } from './nested.ts';
import { checkedOn, firstProblem, type Problem, rulesOf } from './rules.ts';

const RichText = onDemand(() => import('../../fields/RichText.tsx').then((module) => module.RichText));

/** Widgets whose value is never shown, whatever the metadata says. */
const SECRETS: ReadonlySet<string | undefined> = new Set<WidgetName>(['password', 'secret', 'secretText', 'keyFile']);

interface Props {
  name: string;
  info: FieldInfo | undefined;
  spec: FieldSpec | undefined;
  updating: boolean;
  values: Values;
  /** The object as it was loaded. */
  object?: Values | undefined;
  /** What the server refused, in one line, and for fields below this one as it came. */
  error: string | undefined;
  nested?: unknown;
}

/** One field of a form: label, input, rules of its metadata and its screen, help, and the server's error below it. */
export function FormField({ name, info, spec, updating, values, object, error, nested }: Props) {
  const { t } = useTranslation(['fields', 'screens']);
  const [below, setBelow] = useState<NestedErrors>();
  if (!info) return null;
  const label = spec?.label ?? info.label;
  const Input = spec?.readOnly ? ReadOnlyInput : (spec?.Input ?? (spec?.widget && WIDGETS[spec.widget]) ?? kindOf(info.type).Input);
  const required = spec?.required ?? info.required;
  const fromServer = serverErrors(nested, info);
  // Errors that the fields below show themselves are not said twice.
  const problem = error && (fromServer ? t('rule.nested') : error);
  const say = ({ key, params }: Problem) => t(key, params ?? {});
  const help = spec?.help ?? info.help_text;
  return (
    <Form.Item
      name={name}
      label={label}
      required={required && !spec?.readOnly}
      validateFirst
      validateTrigger={checkedOn(info)}
      {...(spec?.tip ? { tooltip: { title: spec.tip, icon: <Info size={14} role="img" aria-label={t('help')} /> } } : {})}
      {...(problem ? { validateStatus: 'error' as const, help: problem } : {})}
      {...(help && !problem ? { extra: <Help>{help}</Help> } : {})}
      rules={[
        {
          validator: async (_, value: unknown) => {
            if (spec?.readOnly) return;
            const found = await firstProblem(value, required, [...rulesOf(info), ...(spec?.rules ?? [])]);
            if (found) throw new Error(say(found));
            if (childrenOf(info) && !spec?.Input && !spec?.widget) {
              const inside = await nestedProblems(value, info, say);
              setBelow(inside);
              if (inside) throw new Error(t('rule.nested'));
            }
            const own = spec?.check?.(value, values);
            if (own) throw new Error(own);
          },
        },
      ]}
    >
      <Adapter
        Input={Input}
        info={spec?.readOnly && SECRETS.has(spec.widget) ? { ...info, write_only: true } : info}
        disabled={typeof spec?.disabled === 'function' ? spec.disabled(object) : spec?.disabled}
        updating={updating}
        errors={below ?? fromServer}
        extra={typeof spec?.props === 'function' ? spec.props(values) : spec?.props}
      />
    </Form.Item>
  );
}

/**
 * Stands between Ant Design, which hands over `value`, `onChange`, `onBlur` and `id`, and inputs that also want the metadata. A field is
 * left when the focus leaves all of its controls.
 */
function Adapter({ Input, extra, onBlur, ...props }: { Input: NonNullable<FieldSpec['Input']>; extra: Values | undefined } & InputProps) {
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (typeof onBlur === 'function' && !event.currentTarget.contains(event.relatedTarget)) onBlur(event);
  };
  return (
    <Suspense fallback={<Skeleton.Input active block />}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing to operate, it only notices where the focus goes */}
      <div className="s-input" onBlur={leave}>
        <Input roomy {...props} {...extra} />
      </div>
    </Suspense>
  );
}

/** Help below a field. The server may write it with tags (docs/behaviour/forms.md#foreign-markup), which are cleaned before they are drawn. */
function Help({ children }: { children: ReactNode }) {
  if (typeof children !== 'string' || !/<[a-z]/i.test(children)) return children;
  return <RichText html={children} />;
}
