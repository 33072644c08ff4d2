import type { Driver } from './driver.ts';
import { mysql, postgresql } from './sql/driver.ts';
import { ssh } from './ssh/driver.ts';
import { telnet } from './telnet/driver.ts';

/** Every protocol that this gateway carries, by its name on the wire. Nothing else names a driver. */
export const PROTOCOLS: Readonly<Record<string, Driver>> = {
  ssh,
  telnet,
  mysql,
  mariadb: mysql,
  postgresql,
};

/** What this gateway can open, as `protocol/connect method`: the core offers no other through it. */
export const METHODS: readonly string[] = Object.entries(PROTOCOLS).flatMap(([name, { methods }]) =>
  methods.map((method) => `${name}/${method}`),
);
