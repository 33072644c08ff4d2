import { createVerify, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { acs3 } from './acs3.ts';
import { bceAuthorization } from './bce.ts';
import { encoded, queryOf } from './digest.ts';
import { rs256 } from './jwt.ts';
import { canonicalRequest, sdkHmac, stringToSign } from './sdk-hmac.ts';
import { JDCLOUD2, sigV4 } from './sigv4.ts';
import { tc3 } from './tc3.ts';
import { ucloudSignature } from './ucloud-sha1.ts';

const AWS_KEY = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const AWS_TIME = new Date('2015-08-30T12:36:00Z');

test('AWS: get-vanilla of the published test suite', () => {
  const signed = sigV4({
    method: 'GET',
    host: 'example.amazonaws.com',
    path: '/',
    query: {},
    headers: {},
    body: '',
    key: AWS_KEY,
    region: 'us-east-1',
    service: 'service',
    at: AWS_TIME,
  });
  expect(signed).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  });
});

test('AWS: the worked example of the documentation (IAM, ListUsers)', () => {
  const { authorization } = sigV4({
    method: 'GET',
    host: 'iam.amazonaws.com',
    path: '/',
    query: { Version: '2010-05-08', Action: 'ListUsers' },
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: '',
    key: AWS_KEY,
    region: 'us-east-1',
    service: 'iam',
    at: AWS_TIME,
  });
  expect(authorization).toContain('SignedHeaders=content-type;host;x-amz-date, ');
  expect(authorization).toContain('Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7');
});

test('Alibaba Cloud: the fixed parameters of the documentation', () => {
  const { authorization } = acs3({
    host: 'ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    key: { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
    at: new Date('2023-10-26T10:22:32Z'),
    nonce: '3156853299f313e23d1673dc12e1703d',
  });
  expect(authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

test('Tencent Cloud: the worked example of the documentation', () => {
  const signed = tc3({
    host: 'cvm.tencentcloudapi.com',
    service: 'cvm',
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    key: { id: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE', secret: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE' },
    at: new Date(1551113065_000),
  });
  expect(signed).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'x-tc-timestamp': '1551113065',
    authorization:
      'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  });
});

test('Huawei Cloud: canonical request and authorization as its own signer makes them', () => {
  const canonical = canonicalRequest({ method: 'POST', path: '/app1', query: { a: '1' }, headers: { 'x-stage': 'RELEASE' }, body: 'body' });
  expect(canonical).toBe('POST\n/app1/\na=1\nx-stage:RELEASE\n\nx-stage\n230d8358dc8e8890b4c58deeb62912ee2f20357ae92a5cc861b98e68fe31acb5');
  expect(stringToSign(canonical, '20240326T030801Z')).toMatch(/^SDK-HMAC-SHA256\n20240326T030801Z\n[0-9a-f]{64}$/);
  const signed = sdkHmac({
    method: 'GET',
    host: 'ecs.cn-north-4.myhuaweicloud.com',
    path: '/v1/project/cloudservers/detail',
    query: { offset: '1', limit: '100' },
    headers: { 'x-project-id': 'project' },
    body: '',
    key: { id: 'QTWAOYTTINDUT2QVKYUC', secret: 'secret' },
    at: new Date('2019-11-15T03:36:55Z'),
  });
  expect(signed['x-sdk-date']).toBe('20191115T033655Z');
  expect(signed.authorization).toMatch(
    /^SDK-HMAC-SHA256 Access=QTWAOYTTINDUT2QVKYUC, SignedHeaders=host;x-project-id;x-sdk-date, Signature=[0-9a-f]{64}$/,
  );
});

test('an assertion is signed so that the public key agrees; a broken key is not repeated', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwt = rs256({
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    keyId: 'k1',
    claims: { iss: 'me', iat: 1 },
  });
  const [header = '', claims = '', signature = ''] = jwt.split('.');
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'k1' });
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({ iss: 'me', iat: 1 });
  expect(createVerify('sha256').update(`${header}.${claims}`).verify(publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(() => rs256({ privateKey: 'canary', keyId: '', claims: {} })).toThrow(/^denied: private_key$/);
});

test('what goes into a query is encoded by RFC 3986 and in order', () => {
  expect(encoded("a b*!'()~é/")).toBe('a%20b%2A%21%27%28%29~%C3%A9%2F');
  expect(queryOf({ b: '2', a: 'x y', B: '1' })).toBe('B=1&a=x%20y&b=2');
});

test('UCloud: the worked example of the documentation, and that of its own libraries', () => {
  const PublicKey = 'ucloudsomeone@example.com1296235120854146120';
  const privateKey = '46f09bb9fab4f12dfc160dae12273d5332b5debe';
  const create = {
    Action: 'CreateUHostInstance',
    Region: 'cn-bj2',
    Zone: 'cn-bj2-04',
    ImageId: 'f43736e1-65a5-4bea-ad2e-8a46e18883c2',
    CPU: '2',
    Memory: '2048',
    DiskSpace: '10',
    LoginMode: 'Password',
    Password: 'VUNsb3VkLmNu',
    Name: 'Host01',
    ChargeType: 'Month',
    Quantity: '1',
    PublicKey,
  };
  expect(ucloudSignature(create, privateKey)).toBe('4f9ef5df2abab2c6fccd1e9515cb7e2df8c6bb65');
  expect(ucloudSignature({ Action: 'DescribeUHostInstance', Region: 'cn-bj2', Limit: '10', PublicKey }, privateKey)).toBe(
    'cba5cf5ec4d4233d206b1b54951e3787350a642f',
  );
});

test('Baidu AI Cloud: the vector of its own libraries', () => {
  const authorization = bceAuthorization({
    method: 'PUT',
    path: '/v1/bucket/object1',
    query: { A: '', b: '', C: 'd' },
    headers: { Host: 'bce.baidu.com', 'x-bce-meta-key1': 'ABC' },
    key: { id: 'my_ak', secret: 'my_sk' },
    at: new Date(1402639056_000),
  });
  expect(authorization).toBe(
    'bce-auth-v1/my_ak/2014-06-13T05:57:36Z/1800/host;x-bce-meta-key1/80c9672aca2ea9af4bb40b9a8ff458d72df94e97d550840727f3a929af271d25',
  );
});

test('JD Cloud: the vector of its own signer', () => {
  const { authorization } = sigV4(
    {
      method: 'GET',
      host: 'vm.cn-north-1.jdcloud.net',
      path: '/',
      query: {},
      headers: { 'x-jdcloud-nonce': 'uuid' },
      body: '',
      key: { id: 'ak', secret: 'sk' },
      region: 'cn-north-1',
      service: 'vm',
      at: new Date(1234567890_000),
    },
    JDCLOUD2,
  );
  expect(authorization).toBe(
    'JDCLOUD2-HMAC-SHA256 Credential=ak/20090213/cn-north-1/vm/jdcloud2_request, SignedHeaders=host;x-jdcloud-date;x-jdcloud-nonce, Signature=43a76892222031f847c00c56cac8d4d2dc179a4e75a37868d09a5300435f4054',
  );
});
