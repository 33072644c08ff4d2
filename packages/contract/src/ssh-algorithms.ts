/** What is offered to SSH targets, by sessions and by what the server does on machines itself. */

/** Types of host keys, the best first. */
export const HOST_KEY_ALGORITHMS = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'rsa-sha2-512',
  'rsa-sha2-256',
  'ssh-rsa',
] as const;

/** What only old network gear speaks. Offered last, and only to devices; everything else gets the library's safe set. */
export const OLD_ALGORITHMS = {
  kex: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
  cipher: ['aes256-cbc', 'aes128-cbc', '3des-cbc'],
  hmac: ['hmac-sha1-96', 'hmac-md5'],
  hostKey: ['ssh-dss'],
} as const;
