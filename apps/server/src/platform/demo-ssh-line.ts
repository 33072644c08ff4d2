import { sshCommand } from '@postern/contract/ssh-config';

/** Opens a machine of the demo from a terminal, as somebody who may. Stands by itself: the supervisor says it, too, and loads nothing else for that. */
export const demoSshLine = (username: string, port: number): string =>
  sshCommand({ host: 'localhost', port, username }, 'deploy', 'stage-01') ?? '';
