import { HOSTS } from './demo-data.ts';

/** Loopback address of the nth demo host: Linux answers on all of 127.0.0.0/8. */
export const addressOf = (at: number): string => `127.20.${Math.floor(at / 200)}.${(at % 200) + 1}`;

/** Where the first of the demo's machines listens; whoever has it has the others too. */
export const firstDemoAddress = (): string => addressOf(0);

/** `name=address` of every demo host, for the process that plays them. */
export const demoHosts = (): string => HOSTS.map(({ name }, at) => `${name}=${addressOf(at)}`).join(',');
