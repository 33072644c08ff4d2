export { default as TEXT } from '../../../../docs/manual/ja/terminal.md?raw';
