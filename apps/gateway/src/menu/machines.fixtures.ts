import type { MenuAsset } from './model.ts';

/** The nth machine of a list, as the core answers it. */
export const asset = (n: number, more: Partial<MenuAsset> = {}): MenuAsset => ({
  id: `id-${n}`,
  name: `web-${n}`,
  address: `10.0.0.${n}`,
  platform: 'Linux',
  organisation: 'Default',
  comment: '',
  active: true,
  mark: '',
  warning: '',
  protocols: ['ssh'],
  ...more,
});
