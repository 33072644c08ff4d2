#!/usr/bin/env node
// What `ssh` asks for the password (SSH_ASKPASS). Its prompt is the argument; whatever is no password gets no answer.
import process from 'node:process';

const answer = process.env.POSTERN_SSH_ANSWER;
if (!answer || !/password/i.test(process.argv[2] ?? '')) process.exit(1);
process.stdout.write(`${answer}\n`);
