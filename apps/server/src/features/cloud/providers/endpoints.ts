/** Where a service of a public cloud is: an origin without a path. `region` is empty for services of the whole account. */
export type EndpointOf = (provider: string, service: string, region: string) => string;

/** By provider and service, `*` stands for the region. Sources: each vendor's list of endpoints. */
const ENDPOINTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  aws_international: { ec2: 'https://ec2.*.amazonaws.com' },
  aws_china: { ec2: 'https://ec2.*.amazonaws.com.cn' },
  azure_international: { login: 'https://login.microsoftonline.com', management: 'https://management.azure.com' },
  azure: { login: 'https://login.chinacloudapi.cn', management: 'https://management.chinacloudapi.cn' },
  gcp: { oauth: 'https://oauth2.googleapis.com', compute: 'https://compute.googleapis.com' },
  aliyun: { ecs: 'https://ecs.*.aliyuncs.com' },
  qcloud: { cvm: 'https://cvm.tencentcloudapi.com' },
  qcloud_lighthouse: { lighthouse: 'https://lighthouse.tencentcloudapi.com' },
  baiducloud: { bcc: 'https://bcc.*.baidubce.com' },
  jdcloud: { vm: 'https://vm.jdcloud-api.com' },
  huaweicloud: { iam: 'https://iam.myhuaweicloud.com', ecs: 'https://ecs.*.myhuaweicloud.com' },
};

/** A region goes into a host name: what could end that name elsewhere is no region. */
export const isRegion = (region: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(region);

export const vendorEndpoint: EndpointOf = (provider, service, region) => {
  const origin = ENDPOINTS[provider]?.[service];
  if (!origin) throw new Error(`There is no service ${service} of ${provider}`);
  return origin.replace('*', region);
};
