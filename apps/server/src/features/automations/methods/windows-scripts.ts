/**
 * The commands that run on Windows. Each is a constant, as on Unix machines (`posix-scripts.ts`): what differs goes line by line
 * to standard input, in base64 of UTF-8, so that neither the code page of the console nor a character has a say in it. Values
 * are handled by statements and methods, not handed to commands: PowerShell's module logging writes down what commands get.
 * A refusal is told by its identifier (`InvalidPassword,…`), which is the same in every language and holds no value.
 */

const READ = [
  "$ErrorActionPreference='Stop'",
  "$ProgressPreference='SilentlyContinue'",
  '$d=@(foreach($l in $input){[Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($l.Trim()))})',
].join(';');
/** The second line as a password, letter by letter. */
const SECRET = '$s=New-Object Security.SecureString;foreach($c in $d[1].ToCharArray()){$s.AppendChar($c)}';
const guarded = (body: string): string =>
  `${READ};try{${body};exit 0}catch{[Console]::Error.WriteLine([string]$_.FullyQualifiedErrorId);exit 1}`;

/** Lines: name, password. */
const PASSWORD = guarded(`$u=Get-LocalUser -Name $d[0];${SECRET};Set-LocalUser -SID $u.SID -Password $s`);

/** Lines: name, a first password that nobody keeps, groups by identifier or name. Who is there stays as they are, groups apart. */
const CREATE = guarded(
  [
    '$u=Get-LocalUser -Name $d[0] -ErrorAction SilentlyContinue',
    `if(-not $u){${SECRET};$u=New-LocalUser -Name $d[0] -Password $s -PasswordNeverExpires -AccountNeverExpires}`,
    "for($i=2;$i -lt $d.Count;$i++){if($d[$i] -like 'S-1-*'){$g=Get-LocalGroup -SID $d[$i]}else{$g=Get-LocalGroup -Name $d[$i]}",
    'try{Add-LocalGroupMember -SID $g.SID -Member $u}catch [Microsoft.PowerShell.Commands.MemberExistsException]{}}',
  ].join(';'),
);

/** A line for each account that is not switched off: its name in base64, and when it was last there. */
const GATHER = guarded(
  [
    'foreach($u in Get-LocalUser){if($u.Enabled){$n=[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($u.Name))',
    "$t='';if($u.LastLogon){$t=$u.LastLogon.ToUniversalTime().ToString('o')}",
    "[Console]::Out.WriteLine($n+' '+$t)}}",
  ].join(';'),
);

/** A line for each fact: its name, and its value in base64. */
const FACTS = guarded(
  [
    '$c=Get-CimInstance Win32_ComputerSystem',
    '$b=Get-CimInstance Win32_BIOS',
    '$o=Get-CimInstance Win32_OperatingSystem',
    '$p=@(Get-CimInstance Win32_Processor)',
    "$k=0;foreach($x in Get-CimInstance Win32_DiskDrive){if($x.InterfaceType -ne 'USB'){$k+=$x.Size}}",
    '$f=@{vendor=$c.Manufacturer;model=$c.Model;sn=$b.SerialNumber;cpu_model=$p[0].Name;cpu_count=$p.Count;cpu_cores=$p[0].NumberOfCores',
    'cpu_vcpus=$c.NumberOfLogicalProcessors;memory=$c.TotalPhysicalMemory;disk_total=$k;distribution=$o.Caption',
    'distribution_version=$o.Version;arch=$o.OSArchitecture}',
    "foreach($n in $f.Keys){[Console]::Out.WriteLine($n+' '+[Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes([string]$f[$n])))}",
  ].join(';'),
);

/** Lines: name, password. Logs in there as somebody whom WinRM does not let in. Exit code 1: refused. */
const TRY = guarded(
  [
    'Add-Type -AssemblyName System.DirectoryServices.AccountManagement',
    "$x=New-Object DirectoryServices.AccountManagement.PrincipalContext('Machine')",
    'if(-not $x.ValidateCredentials($d[0],$d[1])){exit 7}',
  ].join(';'),
);

/** Exit code of `try` when the password is wrong. */
export const REFUSED = 7;

const SCRIPTS = { password: PASSWORD, create: CREATE, gather: GATHER, facts: FACTS, try: TRY } as const;
export type WindowsScript = keyof typeof SCRIPTS;

/** The command for a script: short enough for cmd.exe (8,191 characters), whatever shell the login has. */
export const windowsCommand = (name: WindowsScript): string =>
  `powershell.exe -NoProfile -NonInteractive -EncodedCommand ${Buffer.from(SCRIPTS[name], 'utf16le').toString('base64')}`;

/** What a script reads on standard input. */
export const windowsInput = (lines: readonly string[]): string =>
  lines.map((line) => `${Buffer.from(line, 'utf8').toString('base64')}\r\n`).join('');
