export { default as TEXT } from '../../../../docs/manual/zh/terminal.md?raw';
