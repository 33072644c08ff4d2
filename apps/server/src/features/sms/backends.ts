import type { SmsBackend } from './backend.ts';
import { alibaba } from './backends/alibaba.ts';
import { cmpp2 } from './backends/cmpp2.ts';
import { custom } from './backends/custom.ts';
import { huawei } from './backends/huawei.ts';
import { smpp } from './backends/smpp.ts';
import { tencent } from './backends/tencent.ts';

/** In the order in which they are offered. */
export const BACKENDS: readonly SmsBackend[] = [alibaba, tencent, huawei, cmpp2, smpp, custom];
