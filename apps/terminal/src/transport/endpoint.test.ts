import { describe, expect, it } from 'vitest';
import { filesUrl, returnUrl, socketBase, terminalUrl } from './endpoint.ts';

const page = { protocol: 'http:', hostname: 'pam.local', port: '8080' };

describe('socketBase', () => {
  it('stays on this page without an endpoint, or with an empty one', () => {
    expect(socketBase(null, page)).toBe('ws://pam.local:8080');
    expect(socketBase({ host: '', http_port: 0, https_port: 0 }, page)).toBe('ws://pam.local:8080');
  });
  it('uses the port that fits the scheme of the page', () => {
    const endpoint = { host: 'gw.local', http_port: 80, https_port: 8443 };
    expect(socketBase(endpoint, page)).toBe('ws://gw.local:80');
    expect(socketBase(endpoint, { ...page, protocol: 'https:', port: '' })).toBe('wss://gw.local:8443');
  });
  it('writes IPv6 hosts in brackets', () => {
    expect(socketBase({ host: '::1', http_port: 0, https_port: 0 }, page)).toBe('ws://[::1]:8080');
  });
});

describe('terminalUrl', () => {
  it('names the token or the watched session', () => {
    expect(terminalUrl('ws://h', { token: 't 1', options: { disableautohash: '0' } }, 5)).toBe(
      'ws://h/koko/ws/terminal/?disableautohash=0&token=t+1&_=5',
    );
    expect(filesUrl('ws://h', 't1', 5)).toBe('ws://h/koko/ws/sftp/?token=t1&_=5');
    expect(terminalUrl('ws://h', { monitor: 's1' }, 5)).toBe('ws://h/koko/ws/terminal/?type=monitor&target_id=s1&_=5');
  });
});

describe('returnUrl', () => {
  it('names the session for whatever node answers, and leaves out what opened it', () => {
    const opened = terminalUrl('wss://h:8443', { token: 't1' }, 5);
    expect(returnUrl(opened, 's1')).toBe('wss://h:8443/koko/ws/terminal/?type=resume&target_id=s1');
  });
});
