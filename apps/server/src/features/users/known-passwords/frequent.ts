/**
 * Passwords that people choose most often, and that are therefore tried first: written down from what is generally known, in small letters. Only what is long enough for
 * some setting of the minimum length is of use here (six characters).
 */
const FREQUENT = `
123456 1234567 12345678 123456789 1234567890 0123456789 12345678910 123123 123123123 123321 654321 87654321 987654321 9876543210 112233 11223344 111222 121212
111111 1111111 11111111 000000 00000000 222222 333333 444444 555555 666666 777777 7777777 888888 88888888 999999 131313 159753 147258 147258369 159357 258456 789456
789456123 741852963 1234qwer 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 zaq12wsx zaq1zaq1 qazwsx qazwsxedc qwe123 qweasd qweasdzxc qwerty qwerty1 qwerty12
qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyuiop qwertyui qwer1234 asdfgh asdfghjk asdfghjkl asdf1234 zxcvbn zxcvbnm azerty azertyuiop abc123 abcd1234 abcdef
abcdefg abcdefgh abc12345 abcd123456 a123456 a1234567 a12345678 a123456789 aa123456 aa12345678 123abc 123qwe 1234abcd aaaaaa aaaaaaaa q123456 woaini woaini1314 5201314
password password1 password12 password123 password1234 password12345 password! password1! password123! p@ssword p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@$$w0rd passw0rd
passw0rd1 passw0rd! pa55word pa$$word passwort password01 mypassword newpassword pass1234 pass12345 passpass admin123 admin1234 admin12345 admin123456 admin@123 admin888
adminadmin administrator administrator1 root123 root1234 rootroot toor1234 test123 test1234 testtest tester guest123 guestguest user1234 username user123 default changeme
changeme1 changeme123 changeit change-me letmein letmein1 letmein123 welcome welcome1 welcome12 welcome123 welcome1! welcome@123 secret secret1 secret123 master master123
login123 access access14 hello123 hellohello whatever trustno1 iloveyou iloveyou1 iloveyou2 lovelove ilovegod jesus1 jesuschrist sunshine sunshine1 princess princess1
football football1 baseball baseball1 basketball soccer hockey superman superman1 batman batman1 spiderman starwars pokemon pokemon1 naruto ninja123 dragon dragon1 monkey monkey1
monkey123 tigger shadow shadow1 michael michael1 jennifer jordan jordan23 michelle charlie charlie1 daniel andrew thomas robert matthew joshua jessica ashley amanda nicole
hunter hunter2 killer ranger george harley maggie ginger pepper cookie cheese chocolate butterfly flower purple orange banana summer summer1 summer123 winter winter123
spring123 autumn123 computer computer1 internet google google123 facebook samsung samsung1 iphone apple123 windows windows10 microsoft linux123 ubuntu oracle cisco123 mysql123
postgres postgres1 server server123 server2008 system manager manager1 security backup backup123 company company1 office support support1 freedom freedom1 mustang mercedes
ferrari porsche corvette yankees lakers chelsea liverpool liverpool1 arsenal barcelona realmadrid juventus qwaszx 1234567a 12345qwert 12345abc 123456a 123456q 123456abc 123456qwerty
p455w0rd passwd123 temp1234 temp123 temporary temppass demo1234 demodemo sample123 example123 testpass test@123 welcome2 jumpserver postern postern123 p0stern
winter2023 winter2024 winter2025 winter2026 spring2023 spring2024 spring2025 spring2026 summer2023 summer2024 summer2025 summer2026 autumn2023 autumn2024 autumn2025 autumn2026
password2023 password2024 password2025 password2026 welcome2023 welcome2024 welcome2025 welcome2026 admin2023 admin2024 admin2025 admin2026
`;

const KNOWN: ReadonlySet<string> = new Set(FREQUENT.split(/\s+/).filter(Boolean));

/** Signs that people add at the end, because a rule asks for one. */
const ADDED = /[!?.*#@$]+$/;

/** Whether a password is one of the most frequent ones, in whatever letters, or with a sign behind it. */
export function isFrequent(password: string): boolean {
  const small = password.toLowerCase();
  return KNOWN.has(small) || KNOWN.has(small.replace(ADDED, ''));
}
