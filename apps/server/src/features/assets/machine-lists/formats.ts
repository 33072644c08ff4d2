import { ansibleIni } from './ansible-ini.ts';
import { ansibleVault } from './ansible-vault.ts';
import { ansibleYaml } from './ansible-yaml.ts';
import { hostsFile } from './hosts-file.ts';
import { lines } from './lines.ts';
import { MAX_NAMES, type MachineFormat, type MachineList } from './machine-list.ts';
import { mremoteng } from './mremoteng.ts';
import { putty } from './putty.ts';
import { royalTs } from './royal-ts.ts';
import { sshConfig } from './ssh-config.ts';
import { termius } from './termius.ts';

/** Asked in this order: what may look like plain lines comes before them. */
const FORMATS: readonly MachineFormat[] = [
  ansibleVault,
  mremoteng,
  termius,
  royalTs,
  putty,
  sshConfig,
  ansibleYaml,
  ansibleIni,
  hostsFile,
  lines,
];

/**
 * What a text describes, and in which format; `undefined` where no format knows it.
 * @param most names that ranges may make: a short line makes thousands, and who reads between other requests has no time for all
 */
export function readMachineList(text: string, fileName = '', most = MAX_NAMES): (MachineList & { format: string }) | undefined {
  const head = text.slice(0, 4096);
  const format = FORMATS.find((one) => one.recognises(head, fileName));
  return format && { format: format.name, ...format.read(text, most) };
}
