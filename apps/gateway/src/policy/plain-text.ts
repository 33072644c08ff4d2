/** Escape sequences of terminals (ECMA-48): CSI, OSC and other strings, charset selections, single characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are the subject here
const SEQUENCES = /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)?|[()*+#%][0-9A-Za-z]|.)|\x9b[0-?]*[ -/]*[@-~]/gs;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject here
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Terminal output as plain text: no escapes, no other controls, line breaks as `\n`, backspaces applied. */
export function plainText(output: string): string {
  return applyBackspaces(output.replace(SEQUENCES, '').replace(/\r+\n/g, '\n')).replace(CONTROLS, '');
}

function applyBackspaces(text: string): string {
  if (!text.includes('\b')) return text;
  const kept: string[] = [];
  for (const char of text) {
    if (char === '\b') kept.pop();
    else kept.push(char);
  }
  return kept.join('');
}
