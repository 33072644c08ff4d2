import { Form, Input, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import { type Attribute, type AttrRule, type Match, matchesOf, valueKind } from './many-value.ts';
import { PatternTest } from './PatternTest.tsx';
import { RemoteSelect } from './RemoteSelect.tsx';

interface Props {
  start: AttrRule | undefined;
  attributes: readonly Attribute[];
  /** Attributes that have a rule already. */
  used: readonly string[];
  onSave: (rule: AttrRule) => void;
  onClose: () => void;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** One condition: which attribute, how it is compared, and with what. */
export function RuleDialog({ start, attributes, used, onSave, onClose }: Props) {
  const { t } = useTranslation(['fields', 'screens']);
  const [name, setName] = useState(start?.name ?? attributes.find((one) => !used.includes(one.name))?.name ?? '');
  const attribute = attributes.find((one) => one.name === name);
  const matches = attribute ? matchesOf(attribute.type) : [];
  const [wanted, setMatch] = useState<Match | undefined>(start?.match);
  const match = wanted && matches.includes(wanted) ? wanted : matches[0];
  const [value, setValue] = useState<unknown>(start?.value);
  const [tried, setTried] = useState(false);
  if (!attribute || !match) return null;
  const kind = valueKind(attribute, match);
  const entered = kind === 'switch' ? value === true : value;
  const clear = () => setValue(undefined);
  const words = Array.isArray(entered) ? entered.map(String) : [];
  return (
    <Dialog
      title={t('many.editTitle')}
      width={480}
      verb={t('screens:action.confirm')}
      onClose={onClose}
      run={() => {
        setTried(true);
        if (!isEmpty(entered)) onSave({ name, match, value: typeof entered === 'string' ? entered.trim() : entered, rel: 'and' });
      }}
      keeps
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('many.attribute')} htmlFor="rule-attribute">
          <Select
            id="rule-attribute"
            value={name}
            options={attributes.map((one) => ({
              value: one.name,
              label: one.label,
              disabled: used.includes(one.name) && one.name !== start?.name,
            }))}
            onChange={(next) => {
              setName(next);
              clear();
            }}
          />
        </Form.Item>
        <Form.Item label={t('many.match')} htmlFor="rule-match">
          <Select
            id="rule-match"
            value={match}
            disabled={matches.length === 1}
            options={matches.map((one) => ({ value: one, label: t(`match.${one}`) }))}
            onChange={(next: Match) => {
              // What was entered stays when the new comparison is entered the same way.
              if (valueKind(attribute, next) !== kind) clear();
              setMatch(next);
            }}
          />
        </Form.Item>
        <Form.Item
          label={t('many.value')}
          htmlFor="rule-value"
          required
          {...(tried && isEmpty(entered) ? { validateStatus: 'error' as const, help: t('rule.required') } : {})}
        >
          {kind === 'related' && <RemoteSelect id="rule-value" url={attribute.url ?? ''} value={entered} multiple onChange={setValue} />}
          {kind === 'choices' && (
            <Select
              id="rule-value"
              mode="multiple"
              value={Array.isArray(entered) ? entered : []}
              options={(attribute.choices ?? []).map((choice) => ({ value: choice.value as string | number, label: choice.label }))}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={setValue}
            />
          )}
          {kind === 'switch' && <Switch id="rule-value" checked={entered === true} onChange={setValue} />}
          {kind === 'words' && (
            <Select
              id="rule-value"
              mode="tags"
              open={false}
              suffixIcon={null}
              value={words}
              tokenSeparators={[',', '\n']}
              placeholder={t('tags.hint')}
              onChange={(next: string[]) => setValue(next.map((word) => word.trim()).filter((word) => word !== ''))}
            />
          )}
          {kind === 'number' && (
            <InputNumber id="rule-value" value={typeof entered === 'number' ? entered : null} precision={0} onChange={setValue} />
          )}
          {kind === 'text' && (
            <Input
              id="rule-value"
              value={typeof entered === 'string' ? entered : ''}
              maxLength={attribute.max ?? 256}
              autoComplete="off"
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Form.Item>
        {match === 'regex' && (
          <PatternTest type="regex" source={typeof entered === 'string' ? entered.trim() : ''} ignoreCase={false} dotAll />
        )}
      </Form>
    </Dialog>
  );
}
