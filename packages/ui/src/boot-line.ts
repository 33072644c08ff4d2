import { DEFAULT_COLORS } from './tokens.ts';

const STYLE = `
.boot { z-index: 1; position: fixed; top: 0; right: 0; left: 0; height: 2px; overflow: hidden }
.boot::before { content: ""; display: block; width: 40%; height: 100%; background: ${DEFAULT_COLORS.primary}; animation: boot 1s 150ms ease-in-out infinite both }
@keyframes boot { from { transform: translateX(-100%) } to { transform: translateX(260%) } }
`;

/** A plugin of Vite: the line that moves along the top of a page (`class="boot"`) until its code draws. Every page has it before it has any file. */
export const bootLine = {
  name: 'boot-line',
  transformIndexHtml: (page: string) =>
    page.includes('class="boot"') ? [{ tag: 'style', children: STYLE, injectTo: 'head' as const }] : [],
};
