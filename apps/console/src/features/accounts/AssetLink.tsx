import { CellLink } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { pageOf } from '../resources.ts';

/** The asset of an account or a record, as a link for those who may see it. */
export function AssetLink({ asset }: { asset: unknown }) {
  const { can } = useAuth();
  const related = asset as { id: string; name: string } | null;
  return related ? <CellLink to={can('assets.view_asset') && pageOf('asset', related.id)}>{related.name}</CellLink> : null;
}
