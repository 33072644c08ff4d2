import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';
import type { Module } from './command-draft.ts';

/** Words that make the shape of a script; the rest is told apart by its signs. */
const KEYWORDS: Readonly<Record<Module, ReadonlySet<string>>> = {
  shell: new Set('if then else elif fi for in do done while until case esac function return exit export local set'.split(' ')),
  win_shell: new Set('if else elseif foreach for in while do switch function param return try catch finally throw'.split(' ')),
  python: new Set(
    'if else elif for in while def class return import from as try except finally raise with pass lambda not and or is None True False'.split(
      ' ',
    ),
  ),
  sql: new Set(
    'select from where and or not null is in insert into values update set delete create alter drop table view index join left right inner outer on group by order having limit offset union all distinct as case when then else end begin commit rollback grant revoke to with exists like between'.split(
      ' ',
    ),
  ),
};

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, class: 'cm-keyword' },
  { tag: tags.string, class: 'cm-text' },
  { tag: tags.comment, class: 'cm-note' },
]);

/** Colours of comments, texts and keywords. */
export const languageOf = (module: Module): Extension => [
  StreamLanguage.define({
    token(stream) {
      if (stream.eatSpace()) return null;
      if (stream.match(module === 'sql' ? /^--.*/ : /^#.*/)) return 'comment';
      if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'[^']*'?/)) return 'string';
      const word = stream.match(/^[A-Za-z_]\w*/);
      if (Array.isArray(word)) return KEYWORDS[module].has(module === 'sql' ? word[0].toLowerCase() : word[0]) ? 'keyword' : null;
      stream.next();
      return null;
    },
  }),
  syntaxHighlighting(COLOURS),
];
