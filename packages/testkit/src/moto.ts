import { request } from 'undici';
import { freePort } from './ports.ts';
import { pythonTool } from './python-tool.ts';
import { runServer, type ServerProcess } from './server-process.ts';

/** An S3 server that checks signatures and digests, and knows object lock: moto (PyPI), on a loopback port. */
export interface Moto {
  endpoint: string;
  port: number;
  /** May do everything with its buckets. */
  key: { id: string; secret: string };
  stop(): Promise<void>;
}

/** Tells the server which service is meant; it looks at no signature until it is told to. */
const unsigned = (service: string): Record<string, string> => ({
  authorization: `AWS4-HMAC-SHA256 Credential=setup/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=none`,
});

/** Its program. */
export const motoProgram = (): Promise<string> => pythonTool('moto_server', 'moto[server,s3]==5.2.5');

const element = (xml: string, name: string): string => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1] ?? '';

/** @param buckets their names, and which of them lock their objects */
export async function startMoto(buckets: readonly { name: string; lock?: boolean }[]): Promise<Moto> {
  const program = await motoProgram();
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const server: ServerProcess = await runServer(program, ['-H', '127.0.0.1', '-p', String(port)], port, { asSelf: true });
  const ask = async (method: 'POST' | 'PUT', path: string, headers: Record<string, string>, body: string): Promise<string> => {
    const answer = await request(`${endpoint}${path}`, { method, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`moto: ${answer.statusCode} ${text}`);
    return text;
  };
  const iam = (action: string, fields: Record<string, string>): Promise<string> =>
    ask(
      'POST',
      '/',
      { ...unsigned('iam'), 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams({ Action: action, Version: '2010-05-08', ...fields }).toString(),
    );
  try {
    for (const { name, lock } of buckets)
      await ask('PUT', `/${name}`, { ...unsigned('s3'), ...(lock ? { 'x-amz-bucket-object-lock-enabled': 'true' } : {}) }, '');
    await iam('CreateUser', { UserName: 'postern' });
    const policy = JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: ['s3:*', 'secretsmanager:*'], Resource: '*' }],
    });
    await iam('PutUserPolicy', { UserName: 'postern', PolicyName: 'buckets', PolicyDocument: policy });
    const made = await iam('CreateAccessKey', { UserName: 'postern' });
    const key = { id: element(made, 'AccessKeyId'), secret: element(made, 'SecretAccessKey') };
    // From here on signatures and policies count.
    await ask('POST', '/moto-api/reset-auth', {}, '0');
    return { endpoint, port, key, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
