/** Platforms of machines that can be tried and opened by SSH. */
export const REACHED = { category: 'host', protocol: 'ssh', fields_size: 'mini' } as const;
