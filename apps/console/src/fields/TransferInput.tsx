import './fields.css';
import { Button, Transfer } from 'antd';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { relatedId, relatedName } from '../model/metadata.ts';
import type { Row } from '../model/resource.ts';
import type { InputProps } from './field-props.ts';
import { isForbidden, useRelatedNames, useRemoteOptions } from './useRemoteOptions.ts';

type Extra = { url?: string; labelOf?: (row: Row) => string };

/** Two lists side by side: what the server offers, searched there and loaded page by page, and what was chosen. Emits ids. */
export function TransferInput({ id, info, value, onChange, disabled, url, labelOf = relatedName }: InputProps & Extra) {
  const { t } = useTranslation(['fields', 'screens']);
  const from = url ?? info.url ?? '';
  const given = useMemo(() => (Array.isArray(value) ? value : []), [value]);
  const remote = useRemoteOptions(from, from !== '');
  const names = useRelatedNames(from, given, labelOf);
  const chosen = given.map(relatedId).filter((one) => one !== undefined);
  const ids = new Map(remote.rows.map((row) => [String(row.id), row.id]));
  for (const one of chosen) ids.set(String(one), one);
  const offered = new Map(remote.rows.map((row) => [String(row.id), labelOf(row)]));
  const items = [...ids].map(([key, one]) => ({ key, title: offered.get(key) ?? names.get(one) ?? key }));
  const box = useRef<HTMLFieldSetElement>(null);
  // The component's own boxes have no words: each is called what stands beside it.
  useEffect(() => {
    for (const item of box.current?.querySelectorAll('.ant-transfer-list-content-item') ?? [])
      item.querySelector('input')?.setAttribute('aria-label', item.textContent ?? '');
  });
  return (
    <fieldset ref={box} id={id} aria-label={info.label} className="s-controls s-input-transfer">
      <Transfer
        dataSource={items}
        targetKeys={chosen.map(String)}
        titles={[t('transfer.offered'), t('transfer.chosen')]}
        locale={{
          searchPlaceholder: t('transfer.search'),
          notFoundContent: t(remote.failed ? 'screens:select.failedType' : 'screens:select.none'),
        }}
        disabled={disabled === true || isForbidden(remote.error)}
        showSearch
        showSelectAll={false}
        // The left list is searched on the server; the right one is all here.
        filterOption={(typed, item, side) => side === 'left' || item.title.toLowerCase().includes(typed.trim().toLowerCase())}
        onSearch={(side, typed) => side === 'left' && remote.setTyped(typed)}
        render={(item) => item.title}
        onChange={(keys) => {
          for (const key of keys) names.remember(ids.get(String(key)) ?? String(key), offered.get(String(key)));
          onChange?.(keys.map((key) => ids.get(String(key)) ?? String(key)));
        }}
        footer={(_, side) =>
          side?.direction === 'left' && remote.more ? (
            <Button size="small" type="link" loading={remote.loading} onClick={remote.loadMore}>
              {t('transfer.more')}
            </Button>
          ) : null
        }
      />
    </fieldset>
  );
}
