export { default as TEXT } from '../../../../docs/manual/en/terminal.md?raw';
