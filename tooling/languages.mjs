// Every word in three languages. The compiler sees to it that none is missing; this sees to it that none is empty, left
// in English, short of a parameter, or said by no code. Runs on the bundled Node, which reads TypeScript.
import { allTexts, consoleKeys, languages } from './texts.mjs';
import { unusedConsoleWords, unusedTerminalWords } from './unused-words.mjs';

const wrong = [];
const all = await allTexts();
for (const { place, texts } of all) judge(place, texts);
wrong.push(...unusedConsoleWords(await consoleKeys()), ...unusedTerminalWords());

for (const line of wrong) process.stdout.write(`${line}\n`);
process.stdout.write(`${all.length} texts\n`);
process.exitCode = wrong.length === 0 && all.length > 0 ? 0 : 1;

function judge(place, texts) {
  const [en, zh, ja] = texts;
  for (const [index, words] of texts.entries()) {
    if (typeof words !== 'string') wrong.push(`${place}: ${languages[index]} is missing`);
    else if (words.trim() === '') wrong.push(`${place}: ${languages[index]} is empty`);
    else if (marks(words) !== marks(en)) wrong.push(`${place}: ${languages[index]} has other parameters than en`);
  }
  // Names such as "SSH" or "Redis" stay; a phrase of ordinary English words does not.
  const isPhrase = /\b[a-z]{3,} [a-z]{2,}\b/.test(en ?? '') || /^[A-Z][a-z]{3,} [a-z]{3,}/.test(en ?? '');
  for (const [language, words] of Object.entries({ zh, ja })) {
    if (isPhrase && words === en) wrong.push(`${place}: ${language} is still English`);
  }
}

/** Parameters of a text, in a comparable form; plural forms may leave the number out. */
function marks(words) {
  const found = [...(words ?? '').matchAll(/\{\{?\s*(\w+)\s*\}?\}/g)].map((match) => match[1]);
  return [...new Set(found)].sort().join(',');
}
