import { vendorEndpoint } from './endpoints.ts';
import { byKey, checkedRegion } from './parts.ts';
import { CloudError, type CloudInstance, type CloudProvider } from './provider.ts';
import { ask } from './requests.ts';
import { machine, osOf, pages } from './responses.ts';
import { type Key, queryOf } from './signing/digest.ts';
import { sigV4 } from './signing/sigv4.ts';
import type { CloudTools } from './tools.ts';
import { listed, readXml, textAt, type XmlNode } from './xml.ts';

/** EC2's query API, version 2016-11-15. */
const VERSION = '2016-11-15';
/** Machines that are going or gone. */
const GONE = new Set(['terminated', 'shutting-down']);

/** Its own code, from `<Response><Errors><Error><Code>`. */
function errorOf({ status, body }: { status: number; body: string }): string | undefined {
  if (status < 400) return undefined;
  try {
    return textAt(readXml(body), 'Errors', 'Error', 'Code');
  } catch {
    return '';
  }
}

function instanceOf(node: XmlNode, region: string): CloudInstance {
  const interfaces = listed(node, 'networkInterfaceSet', 'item');
  const addresses = interfaces.flatMap((one) => listed(one, 'privateIpAddressesSet', 'item'));
  const sixes = interfaces.flatMap((one) => listed(one, 'ipv6AddressesSet', 'item'));
  const tag = listed(node, 'tagSet', 'item').find((one) => textAt(one, 'key') === 'Name');
  return machine({
    id: textAt(node, 'instanceId'),
    name: textAt(tag, 'value'),
    region,
    os: osOf(`${textAt(node, 'platform')} ${textAt(node, 'platformDetails')}`),
    privateIps: [textAt(node, 'privateIpAddress'), ...addresses.map((one) => textAt(one, 'privateIpAddress'))],
    publicIps: [
      textAt(node, 'ipAddress'),
      ...addresses.map((one) => textAt(one, 'association', 'publicIp')),
      ...sixes.map((one) => textAt(one, 'ipv6Address')),
    ],
  });
}

/**
 * Amazon EC2, or EC2 in China. The key needs ec2:DescribeRegions and ec2:DescribeInstances.
 * @param home the region that is asked for the list of regions
 */
export function aws(tools: CloudTools, provider: 'aws_international' | 'aws_china', home: string): CloudProvider {
  async function call(key: Key, region: string, parameters: Readonly<Record<string, string>>, signal: AbortSignal): Promise<XmlNode> {
    const origin = (tools.endpointOf ?? vendorEndpoint)(provider, 'ec2', checkedRegion(region));
    const body = queryOf({ ...parameters, Version: VERSION });
    const build = () => ({
      url: `${origin}/`,
      method: 'POST' as const,
      body,
      headers: sigV4({
        method: 'POST',
        host: new URL(origin).host,
        path: '/',
        query: {},
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body,
        key,
        region,
        service: 'ec2',
        at: new Date(),
      }),
    });
    const answer = readXml((await ask({ tools, signal, build, errorOf })).body);
    // Some other page that answers 200 must not read as an empty cloud.
    if (answer.name !== `${parameters.Action}Response`) throw new CloudError('unexpected', 'answer');
    return answer;
  }

  return byKey({
    async regions(key, signal) {
      const answer = await call(key, home, { Action: 'DescribeRegions' }, signal);
      return listed(answer, 'regionInfo', 'item').map((one) => ({ id: textAt(one, 'regionName'), name: textAt(one, 'regionName') }));
    },
    async *instances(key, region, signal) {
      yield* pages('', async (token: string) => {
        const more: Record<string, string> = token ? { NextToken: token } : {};
        const answer = await call(key, region, { Action: 'DescribeInstances', MaxResults: '500', ...more }, signal);
        const found = listed(answer, 'reservationSet', 'item').flatMap((one) => listed(one, 'instancesSet', 'item'));
        const items = found.filter((one) => textAt(one, 'instanceId') && !GONE.has(textAt(one, 'instanceState', 'name')));
        return { items: items.map((one) => instanceOf(one, region)), next: textAt(answer, 'nextToken') || undefined };
      });
    },
  });
}
