import { type Text, text } from './text.ts';

/** Cloud sync as far as both sides know it (docs/wire/cloud-sync.md, docs/behaviour/assets.md#cloud-sync). */

export type ProviderGroup = 'public' | 'private';

export interface ProviderName {
  value: string;
  label: Text;
  group: ProviderGroup;
}

const same = (name: string): Text => text(name, name, name);
const publicCloud = (value: string, label: Text): ProviderName => ({ value, label, group: 'public' });
const privateCloud = (value: string, label: Text): ProviderName => ({ value, label, group: 'private' });

/** Every provider that clients know, in the order of the menu. A server offers those of them that it can read. */
export const CLOUD_PROVIDERS: readonly ProviderName[] = [
  publicCloud('aliyun', text('Alibaba Cloud', '阿里云', 'Alibaba Cloud')),
  publicCloud('qcloud', text('Tencent Cloud', '腾讯云', 'Tencent Cloud')),
  publicCloud('qcloud_lighthouse', text('Tencent Cloud Lighthouse', '腾讯云轻量应用服务器', 'Tencent Cloud Lighthouse')),
  publicCloud('huaweicloud', text('Huawei Cloud', '华为云', 'Huawei Cloud')),
  publicCloud('baiducloud', text('Baidu AI Cloud', '百度智能云', 'Baidu AI Cloud')),
  publicCloud('jdcloud', text('JD Cloud', '京东云', 'JD Cloud')),
  publicCloud('kingsoftcloud', text('Kingsoft Cloud', '金山云', 'Kingsoft Cloud')),
  publicCloud('aws_china', text('AWS (China)', 'AWS（中国）', 'AWS（中国）')),
  publicCloud('aws_international', text('AWS', 'AWS（国际）', 'AWS')),
  publicCloud('azure', text('Azure (China)', 'Azure（中国）', 'Azure（中国）')),
  publicCloud('azure_international', text('Azure', 'Azure（国际）', 'Azure')),
  publicCloud('gcp', same('Google Cloud')),
  publicCloud('ucloud', same('UCloud')),
  privateCloud('vmware', same('VMware vSphere')),
  privateCloud('qingcloud_private', text('QingCloud', '青云私有云', 'QingCloud')),
  privateCloud('huaweicloud_private', text('Huawei Cloud Stack', '华为私有云', 'Huawei Cloud Stack')),
  privateCloud('ctyun_private', text('Ctyun', '天翼私有云', 'Ctyun')),
  privateCloud('openstack', same('OpenStack')),
  privateCloud('nutanix', same('Nutanix')),
  privateCloud('fc', same('FusionCompute')),
  privateCloud('lan', text('Local network', '局域网', 'ローカルネットワーク')),
];

export const providerName = (value: string): ProviderName | undefined => CLOUD_PROVIDERS.find((one) => one.value === value);

/** How a run stands. Clients know 1 for fine and anything else for failed; 2 is ours. */
export const RUN_STATUS = { failed: 0, ok: 1, running: 2 } as const;

/** What became of a machine of the cloud (docs/wire/cloud-sync.md#instances). */
export const INSTANCE_STATUS = { unsynced: 0, fresh: 1, synced: 2, released: 3 } as const;

/** Counts of a run, by what became of the machines it saw. */
export interface SyncSummary {
  new: number;
  unsync: number;
  sync: number;
  released: number;
}
