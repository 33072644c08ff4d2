import { parseUuid } from '@postern/contract/ids';
import { text as words } from '@postern/contract/text';
import { comment, computed, defineResource, type Field, Problem, type Row, rowsOf, uniqueName } from '@postern/resource';

/** Assets of the domain; a write replaces the set. Stored on the assets, so there is no join table. */
function domainAssets(): Field {
  const label = words('Assets', '资产', 'アセット');
  const { kind } = computed({ label, type: 'm2m_related_field' });
  return {
    options: { label, order: false, target: 'asset' },
    kind: {
      ...kind,
      info: () => ({ url: '/api/v1/assets/assets/' }),
      parse(given) {
        if (!Array.isArray(given)) throw new Problem('not_a_list');
        if (given.length > 10_000) throw new Problem('too_many', { max: 10_000 });
        return given.map((entry: unknown) => {
          const id = parseUuid(typeof entry === 'object' && entry !== null ? ((entry as Row).pk ?? (entry as Row).id) : entry);
          if (!id) throw new Problem('does_not_exist', { value: String(entry).slice(0, 64) });
          return id;
        });
      },
    },
  };
}

/** A network that is entered through gateways (docs/wire/assets.md#domains-and-gateways). */
export const domain = defineResource({
  name: 'domain',
  app: 'assets',
  path: 'domains',
  table: 'domains',
  label: words('Domain', '网域', 'ドメイン'),
  labelPlural: words('Domains', '网域', 'ドメイン'),
  scope: 'org',
  base: ['date_created'],
  fields: {
    name: uniqueName('org'),
    comment: comment(),
    assets: domainAssets(),
    gateways: computed({ label: words('Gateways', '网关', 'ゲートウェイ'), type: 'm2m_related_field' }),
  },
  order: 'name',
  mini: ['id', 'name'],
  small: ['id', 'name', 'comment'],
});

export const domainRows = rowsOf(domain);
