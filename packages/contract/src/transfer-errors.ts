import { text } from './text.ts';

/** What can be wrong with a file of rows. `parse_error` and `file_content_overflowed` are codes that clients know. */
export const TRANSFER_ERRORS = {
  not_a_table: {
    status: 400,
    text: text(
      'This is neither a CSV nor an XLSX file. Save it as one of these, without a password.',
      '该文件不是 CSV 或 XLSX 文件，请另存为其中一种格式且不要设置密码。',
      'CSV でも XLSX でもないファイルです。どちらかの形式で、パスワードなしで保存し直してください。',
    ),
    wire: 'parse_error',
  },
  file_damaged: {
    status: 400,
    text: text(
      'This file is damaged or incomplete. Save it again in a spreadsheet program.',
      '文件已损坏或不完整，请用表格软件重新保存。',
      'ファイルが壊れているか、途中で切れています。表計算ソフトで保存し直してください。',
    ),
    wire: 'parse_error',
  },
  file_encoding: {
    status: 400,
    text: text(
      'The characters of this file cannot be read. Save it as CSV in UTF-8.',
      '无法识别文件的字符编码，请另存为 UTF-8 编码的 CSV。',
      'ファイルの文字コードを判別できません。UTF-8 の CSV で保存し直してください。',
    ),
    wire: 'parse_error',
  },
  broken_row: {
    status: 400,
    text: text(
      'Row {row} cannot be read: a quotation mark is missing or in the wrong place.',
      '第 {row} 行无法读取：引号缺失或位置不正确。',
      '{row} 行目を読み取れません。引用符が足りないか、位置が違います。',
    ),
    wire: 'parse_error',
  },
  unreadable_cell: {
    status: 400,
    text: text(
      'Cell {cell} holds an error or a formula without a result. Put the value there instead.',
      '单元格 {cell} 包含错误或没有结果的公式，请改为直接填写值。',
      'セル {cell} はエラーか、結果のない数式です。値を直接入力してください。',
    ),
    wire: 'parse_error',
  },
  cell_too_long: {
    status: 400,
    text: text(
      'A cell in row {row} is longer than {max} characters.',
      '第 {row} 行有单元格超过 {max} 个字符。',
      '{row} 行目に {max} 文字を超えるセルがあります。',
    ),
    wire: 'parse_error',
  },
  too_many_columns: {
    status: 400,
    text: text('A file may have at most {max} columns.', '文件最多只能有 {max} 列。', '列は {max} 列までです。'),
    wire: 'parse_error',
  },
  too_many_rows: {
    status: 400,
    text: text(
      'A file may have at most {max} rows. Split it.',
      '文件最多只能有 {max} 行，请拆分后再导入。',
      '行は {max} 行までです。ファイルを分けてください。',
    ),
    wire: 'file_content_overflowed',
  },
  no_machines: {
    status: 400,
    text: text(
      'No machine was found in this file. Line {line} is the first that cannot be read.',
      '文件中没有找到任何机器。首个无法读取的是第 {line} 行。',
      'このファイルにはマシンが見つかりません。最初に読み取れないのは {line} 行目です。',
    ),
    wire: 'parse_error',
  },
  file_encrypted: {
    status: 400,
    text: text(
      'This file is encrypted. Save it without a password in the program it comes from.',
      '该文件已加密。请在来源程序中另存为不带密码的文件。',
      'このファイルは暗号化されています。元のプログラムでパスワードなしで保存し直してください。',
    ),
    wire: 'parse_error',
  },
  unknown_columns: {
    status: 400,
    text: text(
      'None of the titles in the first row is known. Start from the template.',
      '首行标题均无法识别，请使用模板。',
      '1 行目に既知の列名がありません。テンプレートを使ってください。',
    ),
    wire: 'parse_error',
  },
  duplicate_column: {
    status: 400,
    text: text('The column "{title}" is there twice.', '列"{title}"重复。', '列「{title}」が重複しています。'),
    wire: 'parse_error',
  },
  no_rows: {
    status: 400,
    text: text('The file has no rows below the titles.', '文件中除标题外没有数据行。', '見出しの下に行がありません。'),
    wire: 'error',
  },
  list_too_large: {
    status: 400,
    text: text(
      'A list without a limit has at most {max} rows. Ask for pages, with limit and offset.',
      '不带 limit 的列表最多 {max} 行，请使用 limit 和 offset 分页查询。',
      'limit なしの一覧は {max} 行までです。limit と offset でページごとに取得してください。',
    ),
  },
  export_too_large: {
    status: 400,
    text: text(
      'More than {max} rows cannot be exported at once. Narrow the list with a filter.',
      '一次最多导出 {max} 行，请使用筛选缩小范围。',
      '一度にエクスポートできるのは {max} 行までです。絞り込んでください。',
    ),
    wire: 'error',
  },
  list_file_too_large: {
    status: 400,
    text: text(
      'The file would be larger than {max} MB. Narrow the list with a filter.',
      '文件将超过 {max} MB，请使用筛选缩小范围。',
      'ファイルが {max} MB を超えます。絞り込んでください。',
    ),
    wire: 'error',
  },
  too_many_files: {
    status: 409,
    text: text(
      'You have {max} exported files. Remove one of them first.',
      '你已有 {max} 个导出文件，请先删除其中一个。',
      'エクスポートしたファイルが {max} 件あります。先に 1 件削除してください。',
    ),
    wire: 'error',
  },
} as const;
