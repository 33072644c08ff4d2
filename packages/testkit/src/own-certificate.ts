import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate of this machine that is its own authority. @param names for which it stands, as OpenSSL writes them */
export function ownCertificate(names = 'IP:127.0.0.1'): Certificate {
  const dir = mkdtempSync(join(tmpdir(), 'postern-certificate-'));
  const [key, cert] = [join(dir, 'key'), join(dir, 'cert')];
  try {
    const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    execFileSync('openssl', [...made, '-addext', `subjectAltName=${names}`, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
