import { aliyun } from './aliyun.ts';
import { aws } from './aws.ts';
import { azure } from './azure.ts';
import { baiducloud } from './baiducloud.ts';
import { gcp } from './gcp.ts';
import { huaweicloud } from './huaweicloud.ts';
import { jdcloud } from './jdcloud.ts';
import { nutanix } from './nutanix.ts';
import { openstack } from './openstack.ts';
import type { CloudProvider } from './provider.ts';
import { qcloud } from './qcloud.ts';
import type { CloudTools } from './tools.ts';
import { ucloud } from './ucloud.ts';
import { vmware } from './vmware.ts';

/**
 * What this version can read, by the name on the wire, in the order of the dropdown. Forms offer these
 * and no others. Putting them together opens nothing, so their fields may also be read where nothing runs.
 */
export function createProviders(tools: CloudTools): Readonly<Record<string, CloudProvider>> {
  return {
    aliyun: aliyun(tools),
    qcloud: qcloud(tools, 'qcloud'),
    qcloud_lighthouse: qcloud(tools, 'qcloud_lighthouse'),
    huaweicloud: huaweicloud(tools),
    baiducloud: baiducloud(tools),
    jdcloud: jdcloud(tools),
    aws_china: aws(tools, 'aws_china', 'cn-north-1'),
    aws_international: aws(tools, 'aws_international', 'us-east-1'),
    azure: azure(tools, 'azure'),
    azure_international: azure(tools, 'azure_international'),
    gcp: gcp(tools),
    ucloud: ucloud(tools),
    vmware: vmware(tools),
    openstack: openstack(tools),
    nutanix: nutanix(tools),
  };
}
