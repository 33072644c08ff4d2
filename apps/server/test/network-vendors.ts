/** The command lines of network devices for tests, as far as changing a user needs them. */

/** What a device holds, and how it misbehaves. */
export interface DeviceState {
  users: Map<string, string>;
  /** Secret of the privileged level. */
  level: string;
  /** Users as they were when the configuration was last saved. */
  saved: Map<string, string>;
  /** All lines that were typed. */
  typed: string[];
  /** What goes wrong, by the line at which it does. */
  faults: {
    mute?: RegExp;
    cutBefore?: RegExp;
    cutAfter?: RegExp;
    reject?: RegExp;
    saves?: false;
    pages?: true;
    floods?: { at: RegExp; with: string };
  };
}

/** What a command line answers: text, or a question with what follows. */
export type Reply = string | { asks: string; next(answer: string): Reply };

/** Where a command line is: what it asks with, and what it takes there. */
export interface Mode {
  privileged: boolean;
  where: string;
  /** User whose section is open. */
  section: string;
  draft: Map<string, string>;
}

/** The command line of one vendor. */
export interface Vendor {
  login: Pick<Mode, 'privileged' | 'where'>;
  banner: string;
  prompt(mode: Mode): string;
  rejected: string;
  answer(line: string, mode: Mode, state: DeviceState): Reply;
}

const put = (users: Map<string, string>, name: string, secret: string): string => {
  users.set(name, secret);
  return '';
};

const cisco: Vendor = {
  login: { privileged: false, where: '' },
  banner: '\r\n#################\r\n# Keep out #\r\n#################\r\n\r\n',
  prompt: ({ privileged, where }) => `core-sw1${where}${privileged ? '#' : '>'}`,
  rejected: "              ^\r\n% Invalid input detected at '^' marker.\r\n",
  answer(line, mode, state) {
    if (line === 'enable') {
      let tries = 0;
      const ask = (): Reply => ({
        asks: 'Password: ',
        next(answer) {
          tries += 1;
          if (answer === state.level) mode.privileged = true;
          else if (tries < 3) return ask();
          else return '% Bad secrets\r\n\r\n';
          return '';
        },
      });
      return ask();
    }
    if (line === 'terminal length 0') return '';
    if (line === 'show version') return 'Cisco IOS Software, C2960 Software, Version 15.0(2)SE\r\n';
    if (!mode.privileged) return this.rejected;
    if (line === 'show running-config | include ^username')
      return [...state.users].map(([name]) => `username ${name} privilege 15 secret 5 $1$abcd$hash\r\n`).join('');
    if (line === 'configure terminal') {
      mode.where = '(config)';
      return 'Enter configuration commands, one per line.  End with CNTL/Z.\r\n';
    }
    if (line === 'end') {
      mode.where = '';
      return '';
    }
    const set = /^username (\S+) secret 0 (\S+)$/.exec(line);
    if (set?.[1] && set[2] && mode.where !== '') {
      if (set[2].length < 6) return '% Password too short - must be at least 6 characters. Password configuration failed\r\n';
      return put(state.users, set[1], set[2]);
    }
    if (line === 'write memory') {
      if (state.faults.saves === false) return 'startup-config file open failed (Not enough space)\r\n';
      state.saved = new Map(state.users);
      return 'Building configuration...\r\n[OK]\r\n';
    }
    return this.rejected;
  },
};

const huawei: Vendor = {
  login: { privileged: true, where: '' },
  banner: '\r\nInfo: The max number of VTY users is 10.\r\n',
  prompt: ({ where }) => (where === '' ? '<HUAWEI>' : `[HUAWEI${where}]`),
  rejected: "        ^\r\nError: Unrecognized command found at '^' position.\r\n",
  answer(line, mode, state) {
    if (/^super( 15)?$/.test(line))
      return {
        asks: ' Password:',
        next: (answer) => (answer === state.level ? 'Now user privilege is 15 level\r\n' : 'Error: Password incorrect.\r\n'),
      };
    if (line === 'screen-length 0 temporary')
      return 'Info: The configuration takes effect on the current user terminal interface only.\r\n';
    if (line === 'display version') return 'Huawei Versatile Routing Platform Software\r\nVRP (R) software, Version 5.170\r\n';
    if (line === 'display current-configuration | include local-user')
      return [...state.users].map(([name]) => ` local-user ${name} password irreversible-cipher $1c$hash$\r\n`).join('');
    if (line === 'system-view') {
      mode.where = '-sys';
      return 'Enter system view, return user view with Ctrl+Z.\r\n';
    }
    if (line === 'aaa' && mode.where !== '') {
      mode.where = '-aaa';
      return '';
    }
    if (line === 'return') {
      mode.where = '';
      return '';
    }
    // An older version: it knows `cipher` only.
    const set = /^local-user (\S+) password cipher (\S+)$/.exec(line);
    if (set?.[1] && set[2] && mode.where === '-aaa') return put(state.users, set[1], set[2]);
    if (line === 'save')
      return {
        asks: 'The current configuration will be written to the device.\r\nAre you sure to continue?[Y/N]:',
        next(answer) {
          if (answer !== 'y' || state.faults.saves === false) return 'Error: Failed to write the file.\r\n';
          state.saved = new Map(state.users);
          return 'Save the configuration successfully.\r\n';
        },
      };
    return this.rejected;
  },
};

const h3c: Vendor = {
  login: { privileged: true, where: '' },
  banner: '\r\n* Copyright (c) 2004-2019 New H3C Technologies Co., Ltd. *\r\n',
  prompt: ({ where }) => (where === '' ? '<H3C>' : `[H3C${where}]`),
  rejected: "        ^\r\n % Unrecognized command found at '^' position.\r\n",
  answer(line, mode, state) {
    if (line === 'super level-15')
      return {
        asks: 'Password: ',
        next: (answer) => (answer === state.level ? 'User privilege role is level-15.\r\n' : 'Authentication failed.\r\n'),
      };
    if (line === 'screen-length disable') return '';
    if (line === 'display version') return 'H3C Comware Software, Version 7.1.070\r\n';
    if (line === 'display current-configuration | include local-user')
      return [...state.users].map(([name]) => `local-user ${name} class manage\r\n`).join('');
    if (line === 'system-view') {
      mode.where = '-sys';
      return 'System View: return to User View with Ctrl+Z.\r\n';
    }
    const section = /^local-user (\S+) class manage$/.exec(line);
    if (section?.[1]) {
      mode.section = section[1];
      mode.where = `-luser-manage-${section[1]}`;
      return '';
    }
    const set = /^password simple (\S+)$/.exec(line);
    if (set?.[1] && mode.section !== '') return put(state.users, mode.section, set[1]);
    if (line === 'return') {
      mode.where = '';
      return '';
    }
    if (line === 'save force') {
      if (state.faults.saves === false) return 'The disk is full.\r\n';
      state.saved = new Map(state.users);
      return 'Validating file. Please wait...\r\nSaved the current configuration to mainboard device successfully.\r\n';
    }
    return this.rejected;
  },
};

const juniper: Vendor = {
  login: { privileged: true, where: '' },
  banner: '--- JUNOS 18.4R1 built 2018-12-17\r\n{master:0}\r\n',
  prompt: ({ where }) => (where === '' ? 'boss@mx480> ' : '[edit]\r\nboss@mx480# '),
  rejected: '           ^\r\nunknown command.\r\n',
  answer(line, mode, state) {
    if (line === 'set cli screen-length 0') return 'Screen length set to 0\r\n';
    if (line === 'show version') return 'Hostname: mx480\r\nModel: mx480\r\nJunos: 18.4R1\r\n';
    if (line === 'show configuration system login | display set')
      return [...state.users].map(([name]) => `set system login user ${name} class super-user\r\n`).join('');
    if (line === 'configure exclusive') {
      mode.where = 'edit';
      mode.draft = new Map(state.users);
      return 'warning: uncommitted changes will be discarded on exit\r\nEntering configuration mode\r\n';
    }
    const user = /^set system login user (\S+) authentication plain-text-password$/.exec(line)?.[1];
    if (user && mode.where === 'edit')
      return {
        asks: 'New password:',
        next: (first) =>
          first.length < 6
            ? 'error: minimum password length is 6\r\n'
            : {
                asks: '\r\nRetype new password:',
                next: (second) => (first === second ? put(mode.draft, user, first) : 'error: passwords do not match\r\n'),
              },
      };
    if (line === 'commit and-quit') {
      if (state.faults.saves === false) return 'error: configuration check-out failed\r\n';
      state.users = new Map(mode.draft);
      state.saved = new Map(mode.draft);
      mode.where = '';
      return 'commit complete\r\nExiting configuration mode\r\n';
    }
    return this.rejected;
  },
};

/** A device without a name we know: it changes by `passwd`, which asks. */
const unknown: Vendor = {
  login: { privileged: true, where: '' },
  banner: 'Welcome\r\n',
  prompt: () => 'box$ ',
  rejected: '% no such command\r\n',
  answer(line, _mode, state) {
    const user = /^passwd (\S+)$/.exec(line)?.[1];
    if (!user) return this.rejected;
    return { asks: 'New password: ', next: (secret) => put(state.users, user, secret) };
  },
};

/** The vendors, by the names that tests call them. */
export const VENDORS = { cisco, huawei, h3c, juniper, unknown };
