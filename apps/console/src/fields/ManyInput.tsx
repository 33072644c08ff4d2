import './fields.css';
import { Button, IconButton } from '@postern/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Radio } from 'antd';
import { CircleMinus, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf } from '../data/api.ts';
import { onDemand } from '../data/on-demand.tsx';
import { relatedName } from '../model/metadata.ts';
import type { Row } from '../model/resource.ts';
import { collectionAt } from '../session/http.ts';
import { useUnless } from '../session/useRefusals.ts';
import type { InputProps } from './field-props.ts';
import { type Attribute, type AttrRule, attrRules, readMany, withRule } from './many-value.ts';
import { RemoteSelect } from './RemoteSelect.tsx';

const RuleDialog = onDemand(() => import('./RuleDialog.tsx').then((module) => module.RuleDialog));
const MatchesDialog = onDemand(() => import('./MatchesDialog.tsx').then((module) => module.MatchesDialog));

export interface ManyProps extends InputProps {
  /** List URL of what is meant: users or assets. */
  url?: string;
  attributes?: readonly Attribute[];
  labelOf?: (row: Row) => string;
}

/**
 * All, these, or those whose attributes match, as one JSON value; says how many match when the server can count them
 * (docs/behaviour/forms.md#all-these-or-matching).
 */
export function ManyInput({ id, info, value, onChange, disabled = false, url, attributes = [], labelOf = relatedName }: ManyProps) {
  const { t } = useTranslation(['fields', 'screens']);
  const unless = useUnless();
  const many = readMany(value);
  const [ruling, setRuling] = useState<{ rule: AttrRule | undefined }>();
  const list = url ?? info.url ?? '';
  const rules = many.type === 'attrs' ? many.attrs : [];
  const nameOf = (rule: AttrRule) => attributes.find((one) => one.name === rule.name)?.label ?? rule.name;
  return (
    <fieldset id={id} className="s-controls s-many" aria-label={info.label}>
      <Radio.Group
        value={many.type}
        disabled={disabled}
        options={(['all', 'ids', 'attrs'] as const)
          .filter((type) => type !== 'attrs' || attributes.length > 0)
          .map((type) => ({ value: type, label: t(`many.${type}`) }))}
        onChange={(event) => onChange?.(readMany({ type: event.target.value }))}
      />
      {many.type === 'ids' && (
        <RemoteSelect
          url={list}
          value={many.ids}
          multiple
          disabled={disabled}
          labelOf={labelOf}
          aria-label={info.label}
          onChange={(ids) => onChange?.({ type: 'ids', ids })}
        />
      )}
      {many.type === 'attrs' && (
        <div className="s-rows">
          {rules.length === 0 ? (
            <p className="s-input-hint">{t('many.none')}</p>
          ) : (
            <table className="s-many-rules">
              <thead>
                <tr>
                  <th scope="col">{t('many.attribute')}</th>
                  <th scope="col">{t('many.match')}</th>
                  <th scope="col">{t('many.value')}</th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {rules.map((rule) => (
                  <tr key={rule.name}>
                    <td>{nameOf(rule)}</td>
                    <td>{t(`match.${rule.match}`)}</td>
                    <td>
                      <RuleValue rule={rule} attribute={attributes.find((one) => one.name === rule.name)} />
                    </td>
                    <td>
                      <IconButton
                        icon={Pencil}
                        label={t('many.edit', { name: nameOf(rule) })}
                        locked={disabled}
                        onClick={() => setRuling({ rule })}
                      />
                      <IconButton
                        icon={CircleMinus}
                        label={t('many.remove', { name: nameOf(rule) })}
                        locked={disabled}
                        onClick={() => onChange?.({ type: 'attrs', attrs: rules.filter((one) => one.name !== rule.name) })}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <span className="s-many-foot">
            <Button
              size="small"
              icon={<Plus size={14} />}
              locked={disabled}
              refused={unless(rules.length < attributes.length, 'refused:most')}
              onClick={() => setRuling({ rule: undefined })}
            >
              {t('many.add')}
            </Button>
            {rules.length > 0 && list !== '' && <MatchCount url={list} rules={rules} labelOf={labelOf} />}
          </span>
        </div>
      )}
      {ruling && (
        <RuleDialog
          start={ruling.rule}
          attributes={attributes}
          used={rules.map((rule) => rule.name)}
          onClose={() => setRuling(undefined)}
          onSave={(rule) => {
            onChange?.({ type: 'attrs', attrs: withRule(rules, rule) });
            setRuling(undefined);
          }}
        />
      )}
    </fieldset>
  );
}

function RuleValue({ rule, attribute }: { rule: AttrRule; attribute: Attribute | undefined }) {
  const { t } = useTranslation('screens');
  if (typeof rule.value === 'boolean') return t(rule.value ? 'value.yes' : 'value.no');
  const values = Array.isArray(rule.value) ? rule.value : [rule.value];
  if (attribute?.url) return <RelatedNames url={attribute.url} ids={values} />;
  return values.map((value) => attribute?.choices?.find((choice) => choice.value === value)?.label ?? relatedName(value)).join(', ');
}

/** Names of the objects a rule means. */
function RelatedNames({ url, ids }: { url: string; ids: readonly unknown[] }) {
  const { data } = useQuery({
    queryKey: ['options', url, 'ids', ids],
    queryFn: async ({ signal }) =>
      pageOf(await collectionAt<Row>(url).list({ ids: ids.map(String), limit: 100, offset: 0 }, { signal })).rows,
  });
  return ids.map((id) => relatedName(data?.find((row) => row.id === id)) || String(id)).join(', ');
}

/** How many there are now; nothing when the server cannot tell. Opens the list of them. */
function MatchCount({ url, rules, labelOf }: { url: string; rules: AttrRule[]; labelOf: (row: Row) => string }) {
  const { t } = useTranslation('fields');
  const [open, setOpen] = useState(false);
  const query = attrRules({ type: 'attrs', attrs: rules });
  const count = useQuery({
    queryKey: ['options', url, 'match-count', query],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }) => pageOf(await collectionAt<Row>(url).list({ attr_rules: query, limit: 1, offset: 0 }, { signal })).total,
  });
  if (count.data === undefined || count.isError) return null;
  return (
    <>
      <Button type="link" size="small" onClick={() => setOpen(true)}>
        {t('many.count', { count: count.data })}
      </Button>
      {open && <MatchesDialog url={url} rules={query} labelOf={labelOf} onClose={() => setOpen(false)} />}
    </>
  );
}
