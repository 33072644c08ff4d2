import type { Screens } from '../../routes/route-types.ts';

const assetForm = () => import('./AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm }));
const gatewayForm = () => import('./AssetForm.tsx').then(({ GatewayForm }) => ({ default: GatewayForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  AssetList: () => import('./AssetList.tsx').then(({ AssetList }) => ({ default: AssetList })),
  AssetDetail: () => import('./AssetDetail.tsx').then(({ AssetDetail }) => ({ default: AssetDetail })),
  HostCreate: assetForm,
  HostUpdate: assetForm,
  DeviceCreate: assetForm,
  DeviceUpdate: assetForm,
  DatabaseCreate: assetForm,
  DatabaseUpdate: assetForm,
  CloudCreate: assetForm,
  CloudUpdate: assetForm,
  WebCreate: assetForm,
  WebUpdate: assetForm,
  GptCreate: assetForm,
  GptUpdate: assetForm,
  CustomCreate: assetForm,
  CustomUpdate: assetForm,
  GatewayCreate: gatewayForm,
  GatewayUpdate: gatewayForm,
  AssetMoreInformationEdit: () => import('./HardwareForm.tsx').then(({ HardwareForm }) => ({ default: HardwareForm })),
};
