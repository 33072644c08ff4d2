import type { Choice } from '@postern/contract/wire';
import { SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { Dialog } from '../../fields/Dialog.tsx';
import { client } from '../../session/http.ts';
import { ASSET_KINDS, categoryOf, GATEWAY_PLATFORM, recentPlatforms, rememberPlatform } from './asset-kinds.ts';
import { useAssetCategories } from './useAssetCategories.ts';

export interface PlatformSummary {
  id: number;
  name: string;
  category: Choice<string>;
  type: Choice<string>;
}

/** First step of a new asset: which platform it runs. Lately used ones lead (docs/behaviour/assets.md#choosing-a-platform). */
export function PlatformPicker({ category, onClose }: { category: string; onClose: () => void }) {
  const { t } = useTranslation(['features', 'screens']);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const asked = { category: categoryOf(category) };
  const platforms = useQuery({
    queryKey: keyOf('platforms', 'list', asked),
    queryFn: ({ signal }) => client.platforms.list(asked, { signal }),
  });
  const categories = useAssetCategories();
  // Types that need a licence are no category's without one (docs/wire/assets.md#categories-and-types).
  const types = new Set(categories?.flatMap((one) => one.types.map((type) => `${one.value} ${type.value}`)));
  const order = Object.keys(ASSET_KINDS);
  const known = (platforms.data ?? [])
    .filter((platform) => types.has(`${platform.category.value} ${platform.type.value}`) && platform.name !== GATEWAY_PLATFORM)
    .sort((one, other) => order.indexOf(one.category.value) - order.indexOf(other.category.value));
  const recent = recentPlatforms().flatMap((id) => known.find((platform) => platform.id === id) ?? []);
  const groups = new Map<string, PlatformSummary[]>();
  if (recent.length > 0) groups.set(t('assets.recent'), recent);
  for (const platform of known) {
    const label = category ? platform.type.label : platform.category.label;
    groups.set(label, [...(groups.get(label) ?? []), platform]);
  }
  const choose = (platform: PlatformSummary) => {
    rememberPlatform(platform.id);
    const query = new URLSearchParams({ platform: String(platform.id), type: platform.type.value, category: platform.category.value });
    const node = params.get('node_id');
    if (node) query.set('node', node);
    navigate(`${ASSET_KINDS[platform.category.value]?.path ?? ''}/create?${query}`);
  };
  return (
    <Dialog title={t('assets.choosePlatform')} width={720} onClose={onClose}>
      <p className="s-note">{t('assets.choosePlatformText')}</p>
      {platforms.isPending && <SkeletonRows rows={3} columns={3} label={t('screens:list.loading')} />}
      {platforms.isError && (
        <LoadFailed title={t('screens:select.failed')} error={platforms.error} onRetry={() => void platforms.refetch()} />
      )}
      {[...groups].map(([label, members]) => (
        <section key={label} className="s-pick">
          <h3>{label}</h3>
          <div>
            {members.map((platform) => (
              <button type="button" key={platform.id} onClick={() => choose(platform)}>
                {platform.name}
              </button>
            ))}
          </div>
        </section>
      ))}
    </Dialog>
  );
}
