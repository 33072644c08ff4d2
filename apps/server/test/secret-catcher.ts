import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import ssh2 from 'ssh2';

/** A machine that its owner set up to read what others send it: it speaks SSH, keeps every password and lets nobody in. */
export interface SecretCatcher {
  port: number;
  /** Passwords that were offered, in order. */
  caught: string[];
  close(): Promise<void>;
}

export async function startSecretCatcher(): Promise<SecretCatcher> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const caught: string[] = [];
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (attempt) => {
      if (attempt.method === 'password') caught.push(attempt.password);
      if (attempt.method === 'keyboard-interactive')
        attempt.prompt([{ prompt: 'Password: ', echo: false }], (answers) => {
          caught.push(...answers);
          attempt.reject();
        });
      else attempt.reject(['password', 'keyboard-interactive']);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    caught,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
