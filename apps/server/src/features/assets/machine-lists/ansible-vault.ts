import { listMaker } from './list-maker.ts';
import type { MachineFormat } from './machine-list.ts';

/** An inventory that Ansible Vault has encrypted as a whole: nothing in it can be read here. */
export const ansibleVault: MachineFormat = {
  name: 'ansible',
  recognises: (head) => /^\ufeff?\$ANSIBLE_VAULT;/.test(head),
  read(text) {
    const made = listMaker();
    made.refuse(1, text.slice(0, 32).split(/\r?\n/, 1)[0] ?? '', 'encrypted');
    return made.list();
  },
};
